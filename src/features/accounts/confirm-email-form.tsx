import { emailLink } from '#contract/portal/sign-in.ts';
import { confirmEmail } from '#src/api/account/sign-in.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';

import { reportEnded } from './set-password-form.tsx';

interface ConfirmEmailFormProps {
  /** The token of the single-use link. */
  token: string;
  onConfirmed: (email: string) => void;
  /** Called if the link was used before, or is too old. */
  onEnded: () => void;
}

/** Changes the email of an account, once the owner of the new address has opened the link. */
export function ConfirmEmailForm({ token, onConfirmed, onEnded }: ConfirmEmailFormProps) {
  const form = useTextForm(emailLink, { token });
  return (
    <ShortForm
      form={form}
      submitLabel="Change email"
      pendingText="Changing the email"
      failureTitle="Couldn’t change the email"
      onSubmit={async (values) =>
        onConfirmed(await confirmEmail(values.token).catch(reportEnded(onEnded)))
      }
    >
      <p>
        From now on you sign in with the address that this link was sent to. You’ll be signed out
        everywhere.
      </p>
    </ShortForm>
  );
}
