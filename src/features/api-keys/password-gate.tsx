import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';

import { confirmPassword } from '#src/api/profile.ts';
import { useRetryWait } from '#src/api/retry-wait.ts';
import { hasCode, isTooMany } from '#src/api/service-error.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { RetryNotice } from '#src/ui/feedback/retry-notice.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

/** Thrown when the user closes the password dialog. */
export class NotConfirmed extends Error {}

/** Asks for the password before an action that needs it. */
export interface PasswordGate {
  /**
   * Runs an action that needs the password. Asks for the password on the first call, and again when
   * the service requires it because the last confirmation is over 5 minutes old.
   * @throws NotConfirmed
   */
  confirmed: <T>(action: () => Promise<T>) => Promise<T>;
  /** The password dialog, while it is open. */
  question: ReactNode;
}

/** Returns a gate for actions that need the password again. */
export function usePasswordGate(): PasswordGate {
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
        onConfirmed={asking.resolve}
        onClose={() => asking.reject(new NotConfirmed())}
      />
    ),
  };
}

interface PasswordQuestionProps {
  onConfirmed: () => void;
  onClose: () => void;
}

function PasswordQuestion({ onConfirmed, onClose }: PasswordQuestionProps) {
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const confirming = useMutation({
    mutationFn: confirmPassword,
    onSuccess: onConfirmed,
    // After too many attempts the password was not checked, so it stays as it is.
    onError: (error) => {
      if (!isTooMany(error)) input.current?.select();
    },
  });
  const wait = useRetryWait(confirming.error);
  const tooMany = isTooMany(confirming.error) ? confirming.error : undefined;

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!confirming.isPending && wait === 0) confirming.mutate(input.current?.value ?? '');
  }

  return (
    <Dialog
      title="Confirm it’s you"
      onClose={onClose}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            variant="main"
            pending={confirming.isPending}
            aria-disabled={wait > 0}
          >
            Continue
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit}>
        {tooMany && (
          <RetryNotice title="Too many failed attempts" message={tooMany.message} seconds={wait} />
        )}
        <TextInput
          ref={input}
          label="Password"
          type="password"
          autoComplete="current-password"
          hint="The API key gives access to everything you can access. It stays visible for 5 minutes."
          error={tooMany ? undefined : confirming.error?.message}
        />
      </form>
    </Dialog>
  );
}
