import { newPassword, passwordLength } from '#contract/portal/sign-in.ts';
import { setPassword } from '#src/api/account/sign-in.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { PasswordInput } from '#src/ui/form/password-input.tsx';

/** Says what a new password needs. */
export const passwordHint = `At least ${passwordLength.min} characters, and not easy to guess.`;

interface SetPasswordFormProps {
  /** The token of the single-use link. */
  token: string;
  onSet: (email: string) => void;
}

/** Sets the password of the account whose owner opened the single-use link. */
export function SetPasswordForm({ token, onSet }: SetPasswordFormProps) {
  const form = useTextForm(newPassword, { token });

  return (
    <ShortForm
      form={form}
      submitLabel="Set password"
      pendingText="Setting the password"
      failureTitle="Couldn’t set the password"
      onSubmit={async (values) => onSet(await setPassword(values))}
    >
      <PasswordInput
        {...form.control('password')}
        label="New password"
        autoComplete="new-password"
        hint={passwordHint}
      />
    </ShortForm>
  );
}
