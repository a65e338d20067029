import { useState } from 'react';

import type { Profile } from '#contract/portal/api-keys.ts';
import { changedPassword, ownIdentity } from '#contract/portal/own-account.ts';
import { confirmed } from '#src/api/account/confirmation.ts';
import { useChangeIdentity, useChangePassword } from '#src/api/account/own-account.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Value } from '#src/ui/elements/value.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { PasswordInput } from '#src/ui/form/password-input.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { ThemeSwitch } from '#src/ui/layout/theme-switch.tsx';

import { passwordHint } from './link-forms.tsx';
import { roleNames } from './role-names.ts';

const scopes: Readonly<Record<Profile['account']['role'], string>> = {
  broker: 'You can view and edit leads assigned to you, and view their deals.',
  'partner-admin': 'You can view and edit all of your partner’s leads, and view all its deals.',
  support: 'You can view the leads and deals of all partners.',
};

/** The account and its partner, what the role gives access to, the password and the theme. */
export function PersonSection({ account, partner }: Pick<Profile, 'account' | 'partner'>) {
  const [changing, setChanging] = useState<'identity' | 'password'>();
  const [change, setChange] = useState<Change>();
  const close = () => setChanging(undefined);
  const finish = (changed?: Change) => {
    close();
    setChange(changed);
  };
  return (
    <Section
      title="You"
      action={<TextButton onClick={() => setChanging('identity')}>Edit name and email</TextButton>}
    >
      {change && (
        <Notice
          tone="success"
          title={change.title}
          actions={change.link && <CopyButton value={change.link} label="Copy link" />}
        >
          {change.text}
        </Notice>
      )}
      <DetailList>
        <Detail label="Name">
          <Value kind="name" label="Name" text={account.name} />
        </Detail>
        <Detail label="Email">
          <Value kind="name" label="Email" text={account.email} />
        </Detail>
        {partner && (
          <Detail label="Partner">
            <Value kind="name" label="Partner" text={partner.name} />
          </Detail>
        )}
        <Detail label="Role">
          {roleNames[account.role]}
          <br />
          <span className="soft">{scopes[account.role]}</span>
        </Detail>
        <Detail label="Password">
          <Button size="small" onClick={() => setChanging('password')}>
            Change password
          </Button>
        </Detail>
        <Detail label="Theme">
          <ThemeSwitch />
        </Detail>
      </DetailList>
      {changing === 'identity' && (
        <IdentityDialog account={account} onClose={close} onChanged={finish} />
      )}
      {changing === 'password' && <ChangePasswordDialog onClose={close} onChanged={finish} />}
    </Section>
  );
}

/** The notice after a change. A change that the page already shows has none. */
interface Change {
  readonly title: string;
  readonly text: string;
  /** The link that completes it. */
  readonly link?: string | null;
}

interface ChangePasswordDialogProps {
  onClose: () => void;
  onChanged: (change?: Change) => void;
}

interface IdentityDialogProps extends ChangePasswordDialogProps {
  account: Profile['account'];
}

/** Asks for the name and the email. */
function IdentityDialog({ account, onClose, onChanged }: IdentityDialogProps) {
  const { mutateAsync: change } = useChangeIdentity();
  const form = useTextForm(ownIdentity);
  return (
    <ShortForm
      form={form}
      submitLabel="Save changes"
      pendingText="Saving changes"
      failureTitle="Couldn’t save your changes"
      limitedBy="email"
      dialog={{ title: 'Name and email', onClose }}
      onSubmit={async (values) => {
        const { email } = values;
        const isSame = email === account.email;
        const link = await (isSame ? change(values) : confirmed(async () => change(values)));
        if (isSame) return onChanged();
        const title = link === null ? 'Check your email' : 'Link to change your email';
        const text = `Open the link to ${email} within 24 hours: you sign in with it from then on, unless it has an account already.`;
        return onChanged({ title, text, link });
      }}
    >
      <TextInput
        {...form.control('name')}
        label="Name"
        defaultValue={account.name}
        autoComplete="name"
        hint="First and last name."
      />
      <TextInput
        {...form.control('email')}
        label="Email"
        type="email"
        defaultValue={account.email}
        autoComplete="email"
        hint="A new email is confirmed by a link, which signs you out everywhere."
      />
    </ShortForm>
  );
}

/** Asks for the current and the new password. */
function ChangePasswordDialog({ onClose, onChanged }: ChangePasswordDialogProps) {
  const { mutateAsync: changePassword } = useChangePassword();
  const form = useTextForm(changedPassword);
  return (
    <ShortForm
      form={form}
      submitLabel="Change password"
      pendingText="Changing the password"
      failureTitle="Couldn’t change the password"
      retyped="current"
      dialog={{ title: 'Change password', onClose }}
      onSubmit={async (values) => {
        await changePassword(values);
        onChanged({ title: 'Password changed', text: 'Your other sessions are signed out.' });
      }}
    >
      <PasswordInput
        {...form.control('current')}
        label="Current password"
        autoComplete="current-password"
      />
      <PasswordInput
        {...form.control('password')}
        label="New password"
        autoComplete="new-password"
        hint={`${passwordHint} Signs out your other sessions.`}
      />
    </ShortForm>
  );
}
