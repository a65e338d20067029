import { useChange } from '#src/api/endpoint-query.ts';
import { hasCode, NotConfirmed } from '#src/api/service-error.ts';
import { createStore } from '#src/lib/store.ts';

let isConfirmed = false;

/** The question for the password, while a page asks it. Leaving the page closes the question. */
export const passwordQuestion = createStore<PromiseWithResolvers<void> | undefined>(
  undefined,
  () => () => {
    passwordQuestion.get()?.reject(new NotConfirmed());
    isConfirmed = false;
  },
);

const tabs = new BroadcastChannel('portal-confirmation');
tabs.addEventListener('message', () => passwordQuestion.get()?.resolve());

/** Records that the provider has confirmed the user's identity, so no other tab has to ask. */
export function recordConfirmed(): void {
  isConfirmed = true;
  tabs.postMessage('confirmed');
}

async function ask(): Promise<void> {
  const question = Promise.withResolvers<void>();
  passwordQuestion.set(question);
  await question.promise.finally(() => passwordQuestion.set(undefined));
  isConfirmed = true;
}

/**
 * Runs an action that needs the password. Asks for the password on the first call of a page, and
 * again when the service requires it because the last confirmation is over 5 minutes old.
 * @throws NotConfirmed
 */
export async function confirmed<T>(action: () => Promise<T>): Promise<T> {
  if (!isConfirmed) await ask();
  try {
    return await action();
  } catch (error) {
    // The confirmation has expired: the service counts the 5 minutes.
    if (!hasCode(error, 'password-confirmation-required')) throw error;
    await ask();
    return action();
  }
}

/** As `useChange`, of something that needs the password. Not confirming it is no failure. */
export function useConfirmedChange<Input, Output>(
  query: Parameters<typeof useChange>[0],
  mutationFn: (input: Input) => Promise<Output>,
) {
  const { error, ...change } = useChange(query, async (input: Input) =>
    confirmed(async () => mutationFn(input)),
  );
  return { ...change, error: error instanceof NotConfirmed ? null : error };
}
