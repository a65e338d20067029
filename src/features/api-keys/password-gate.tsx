import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { NotConfirmed, passwordQuestion } from '#src/api/account/confirmation.ts';
import { confirmPassword } from '#src/api/account/profile.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { useStore } from '#src/lib/store.ts';
import { PasswordInput } from '#src/ui/form/password-input.tsx';

/** Asks for the password when an action of the page needs it. */
export function PasswordGate() {
  const question = useStore(passwordQuestion);
  return (
    question && (
      <PasswordQuestion
        onConfirmed={question.resolve}
        onClose={() => question.reject(new NotConfirmed())}
      />
    )
  );
}

interface PasswordQuestionProps {
  onConfirmed: () => void;
  onClose: () => void;
}

function PasswordQuestion({ onConfirmed, onClose }: PasswordQuestionProps) {
  const form = useTextForm(signInEndpoints.confirmPassword.body);
  return (
    <ShortForm
      form={form}
      submitLabel="Continue"
      pendingText="Checking the password"
      failureTitle="Couldn’t confirm it’s you"
      retyped="password"
      dialog={{ title: 'Confirm it’s you', onClose }}
      onSubmit={async ({ password }) => {
        await confirmPassword(password);
        onConfirmed();
      }}
    >
      <PasswordInput
        {...form.control('password')}
        label="Password"
        autoComplete="current-password"
        hint="This needs your password. You aren’t asked again for 5 minutes."
      />
    </ShortForm>
  );
}
