import { newPassword, passwordLength, emailLink } from '#contract/portal/sign-in.ts';
import { setPassword, confirmEmail } from '#src/api/account/sign-in.ts';
import { hasCode } from '#src/api/service-error.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { PasswordInput } from '#src/ui/form/password-input.tsx';

/** Says what a new password needs. */
export const passwordHint = `At least ${passwordLength.min} characters, and not easy to guess.`;

interface LinkFormProps {
  /** The token of the single-use link. */
  token: string;
  onDone: (email: string) => void;
  /** Called if the link was used before, or is too old. */
  onEnded: () => void;
}

/** Returns a handler of an error that reports if a link has ended. */
const reportEnded = (onEnded: () => void) => (error: unknown) => {
  if (hasCode(error, 'link-expired')) onEnded();
  throw error;
};

/** Sets the password of the account whose owner opened the single-use link. */
export function SetPasswordForm({ token, onDone, onEnded }: LinkFormProps) {
  const form = useTextForm(newPassword, { token });

  return (
    <ShortForm
      form={form}
      submitLabel="Set password"
      pendingText="Setting the password"
      failureTitle="Couldn’t set the password"
      onSubmit={async (values) => onDone(await setPassword(values).catch(reportEnded(onEnded)))}
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

/** Changes the email of an account, once the owner of the new address has opened the link. */
export function ConfirmEmailForm({ token, onDone, onEnded }: LinkFormProps) {
  const form = useTextForm(emailLink, { token });
  return (
    <ShortForm
      form={form}
      submitLabel="Change email"
      pendingText="Changing the email"
      failureTitle="Couldn’t change the email"
      onSubmit={async (values) =>
        onDone(await confirmEmail(values.token).catch(reportEnded(onEnded)))
      }
    >
      <p>
        From now on you sign in with the address that this link was sent to. You’ll be signed out
        everywhere.
      </p>
    </ShortForm>
  );
}
