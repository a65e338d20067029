import { type ReactNode, useRef, useState } from 'react';

import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { confirmPassword } from '#src/api/account/profile.ts';
import { hasCode } from '#src/api/service-error.ts';
import { type Confirmed, NotConfirmed } from '#src/forms/confirmed.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { PasswordInput } from '#src/ui/form/password-input.tsx';

/** Asks for the password before an action that needs it. */
export interface PasswordGate {
  confirmed: Confirmed;
  /** The password dialog, while it is open. */
  question: ReactNode;
}

const keyHint =
  'The API key gives access to everything you can access. It stays visible for 5 minutes.';

/** Returns a gate for actions that need the password again; `hint` says what for. */
export function usePasswordGate(hint = keyHint): PasswordGate {
  const [asking, setAsking] = useState<PromiseWithResolvers<void>>();
  const isConfirmed = useRef(false);

  async function ask(): Promise<void> {
    const question = Promise.withResolvers<void>();
    setAsking(question);
    await question.promise.finally(() => setAsking(undefined));
    isConfirmed.current = true;
  }

  async function confirmed<T>(action: () => Promise<T>): Promise<T> {
    if (!isConfirmed.current) await ask();
    try {
      return await action();
    } catch (error) {
      // The confirmation has expired: the service counts the 5 minutes.
      if (!hasCode(error, 'password-confirmation-required')) throw error;
      await ask();
      return action();
    }
  }

  return {
    confirmed,
    question: asking && (
      <PasswordQuestion
        hint={hint}
        onConfirmed={asking.resolve}
        onClose={() => asking.reject(new NotConfirmed())}
      />
    ),
  };
}

interface PasswordQuestionProps {
  hint: string;
  onConfirmed: () => void;
  onClose: () => void;
}

function PasswordQuestion({ hint, onConfirmed, onClose }: PasswordQuestionProps) {
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
        hint={hint}
      />
    </ShortForm>
  );
}
