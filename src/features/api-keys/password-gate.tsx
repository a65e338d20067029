import { enteredPassword } from '#contract/portal/sign-in.ts';
import { passwordQuestion } from '#src/api/account/confirmation.ts';
import { confirmPassword } from '#src/api/account/profile.ts';
import { useLeaveForProvider, useProviderName } from '#src/api/account/sign-in.ts';
import { NotConfirmed } from '#src/api/service-error.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';
import { PasswordInput } from '#src/ui/form/password-input.tsx';

/** Asks for the password when an action of the page needs it. */
export function PasswordRequired() {
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
  const form = useTextForm(enteredPassword);
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
      <ProviderConfirmation />
    </ShortForm>
  );
}

/** The button to confirm one's identity at the identity provider, if there is one. */
function ProviderConfirmation() {
  const provider = useProviderName();
  const leave = useLeaveForProvider('startProviderConfirmation');
  if (provider === undefined) return null;
  return (
    <>
      <Failure title="Couldn’t confirm it’s you" error={leave.error} />
      <Button
        pending={leave.isPending}
        pendingText={`Opening ${provider}`}
        onClick={() => leave.mutate(location.pathname + location.search)}
      >
        Sign in again with {provider}
      </Button>
      <p className="soft small">It opens in a new tab; what you typed here stays.</p>
    </>
  );
}
