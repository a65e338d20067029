import type { Role } from '#contract/endpoint.ts';
import { invitation, newIntegration } from '#contract/portal/people/managed-accounts.ts';
import { useInvitation, useNewIntegration } from '#src/api/account/managed-accounts.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { roleNames } from './role-names.ts';

interface InviteDialogProps {
  /** As support, the partner of the person; empty: another person of support. */
  partnerId: string | undefined;
  onInvited: (made: MadeLink) => void;
  onClose: () => void;
}

/** The roles of a partner's people, as options. */
export const partnerRoles = (['broker', 'partner-admin'] as const).map((role) => ({
  value: role,
  label: roleNames[role],
}));

/** Asks for the name, email and role of a person to invite. */
export function InviteDialog({ partnerId, onInvited, onClose }: InviteDialogProps) {
  const { mutateAsync: invite } = useInvitation();
  const isSupport = partnerId === '';
  const ofSupport: { role?: Role; partnerId?: string } = isSupport ? { role: 'support' } : {};
  const form = useTextForm(invitation, {
    ...ofSupport,
    ...(partnerId !== undefined && !isSupport && { partnerId }),
  });

  return (
    <ShortForm
      form={form}
      submitLabel="Invite"
      pendingText="Inviting"
      failureTitle="Couldn’t invite this person"
      dialog={{ title: isSupport ? 'Invite support staff' : 'Invite a person', onClose }}
      onSubmit={async (values) => {
        const { link } = await invite(values);
        onInvited({ name: values.name, email: values.email, link });
      }}
    >
      <TextInput
        {...form.control('name')}
        label="Name"
        autoComplete="off"
        hint="First and last name."
      />
      <TextInput {...form.control('email')} label="Email" type="email" autoComplete="off" />
      {!isSupport && <Select {...form.control('role')} label="Role" options={partnerRoles} />}
    </ShortForm>
  );
}

interface IntegrationDialogProps extends Pick<InviteDialogProps, 'onClose'> {
  /** As support, the partner of the program. */
  partnerId: string | undefined;
}

/** Asks for the name and role of a program that gets an account of its own. */
export function IntegrationDialog({ partnerId, onClose }: IntegrationDialogProps) {
  const { mutateAsync: add } = useNewIntegration();
  const form = useTextForm(newIntegration, { ...(partnerId !== undefined && { partnerId }) });
  return (
    <ShortForm
      form={form}
      submitLabel="Add integration"
      pendingText="Adding the integration"
      failureTitle="Couldn’t add this integration"
      dialog={{ title: 'Add an integration', onClose }}
      onSubmit={async (values) => {
        await add(values);
        onClose();
      }}
    >
      <TextInput
        {...form.control('name')}
        label="Name"
        autoComplete="off"
        hint="The program, e.g. Acme CRM. It can’t sign in: give it API keys under Edit."
      />
      <Select
        {...form.control('role')}
        label="Access"
        options={[
          { value: 'broker', label: 'Its own leads and deals' },
          { value: 'partner-admin', label: 'All leads and deals of the partner' },
        ]}
      />
    </ShortForm>
  );
}

/** A link to set a password that was just made. */
export interface MadeLink {
  readonly name: string;
  readonly email: string;
  /** null if it was sent by email. */
  readonly link: string | null;
}

/** Says that a link was sent, or shows it this once, to be passed on. */
export function LinkNotice({ name, email, link }: MadeLink) {
  if (link === null)
    return (
      <Notice tone="success" title={`Email sent to ${email}`}>
        {name} sets a password by the link in it, within 24 hours.
      </Notice>
    );
  return (
    <Notice
      tone="success"
      title={`Link for ${name}`}
      actions={<CopyButton value={link} label="Copy link" />}
    >
      Send it to {email} where nobody else can read it. It works once, within 24 hours, and can’t be
      shown again.
    </Notice>
  );
}
