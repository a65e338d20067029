import { useState } from 'react';

import type { Profile } from '#contract/portal/api-keys.ts';
import { changedPassword } from '#contract/portal/own-account.ts';
import { useChangePassword } from '#src/api/account/own-account.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { PasswordInput } from '#src/ui/form/password-input.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { ThemeSwitch } from '#src/ui/layout/theme-switch.tsx';

import { roleNames } from './role-names.ts';
import { passwordHint } from './set-password-form.tsx';

const scopes: Readonly<Record<Profile['account']['role'], string>> = {
  broker: 'You can view and edit leads assigned to you, and view their deals.',
  'partner-admin': 'You can view and edit all of your partner’s leads, and view all its deals.',
  support: 'You can view the leads and deals of all partners.',
};

/** The account and its partner, what the role gives access to, the password and the theme. */
export function PersonSection({ account, partner }: Pick<Profile, 'account' | 'partner'>) {
  const [isChanging, setIsChanging] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  return (
    <Section title="You">
      {isChanged && (
        <Notice tone="success" title="Password changed">
          Your other sessions are signed out.
        </Notice>
      )}
      <DetailList>
        <Detail label="Name">{account.name}</Detail>
        <Detail label="Email">{account.email}</Detail>
        {partner && <Detail label="Partner">{partner.name}</Detail>}
        <Detail label="Role">
          {roleNames[account.role]}
          <br />
          <span className="soft">{scopes[account.role]}</span>
        </Detail>
        <Detail label="Password">
          <Button size="small" onClick={() => setIsChanging(true)}>
            Change password
          </Button>
        </Detail>
        <Detail label="Theme">
          <ThemeSwitch />
        </Detail>
      </DetailList>
      {isChanging && (
        <ChangePasswordDialog
          onClose={() => setIsChanging(false)}
          onChanged={() => {
            setIsChanging(false);
            setIsChanged(true);
          }}
        />
      )}
    </Section>
  );
}

interface ChangePasswordDialogProps {
  onClose: () => void;
  onChanged: () => void;
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
        onChanged();
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
