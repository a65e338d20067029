import { changedPassword } from '#contract/portal/own-account.ts';
import { useChangePassword } from '#src/api/account/own-account.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { PasswordInput } from '#src/ui/form/password-input.tsx';

import { passwordHint } from './set-password-form.tsx';

interface ChangePasswordDialogProps {
  onClose: () => void;
  onChanged: () => void;
}

/** Asks for the current and the new password. */
export function ChangePasswordDialog({ onClose, onChanged }: ChangePasswordDialogProps) {
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
