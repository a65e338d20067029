import { newPassword, passwordLength } from '#contract/portal/sign-in.ts';
import { setPassword } from '#src/api/account/sign-in.ts';
import { hasCode } from '#src/api/service-error.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { PasswordInput } from '#src/ui/form/password-input.tsx';

/** Says what a new password needs. */
export const passwordHint = `At least ${passwordLength.min} characters, and not easy to guess.`;

interface SetPasswordFormProps {
  /** The token of the single-use link. */
  token: string;
  onSet: (email: string) => void;
  /** Called if the link was used before, or is too old. */
  onEnded: () => void;
}

/** Returns a handler of an error that reports if a link has ended. */
export const reportEnded = (onEnded: () => void) => (error: unknown) => {
  if (hasCode(error, 'link-expired')) onEnded();
  throw error;
};

/** Sets the password of the account whose owner opened the single-use link. */
export function SetPasswordForm({ token, onSet, onEnded }: SetPasswordFormProps) {
  const form = useTextForm(newPassword, { token });

  return (
    <ShortForm
      form={form}
      submitLabel="Set password"
      pendingText="Setting the password"
      failureTitle="Couldn’t set the password"
      onSubmit={async (values) => onSet(await setPassword(values).catch(reportEnded(onEnded)))}
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
