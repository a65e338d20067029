/**
 * Where calls wait while the person is signed out: the first one that finds the session dead closes the gate, the page shows "Sign in
 * again" over itself, and once that is done all of them go on. Nothing typed is lost.
 */
let gate: PromiseWithResolvers<void> | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Closes the gate and waits until it opens. @throws the signal's reason when the call is given up meanwhile. */
export async function waitForSignIn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (gate === undefined) {
    gate = Promise.withResolvers();
    notify();
  }
  const givenUp = Promise.withResolvers<never>();
  const giveUp = () => givenUp.reject(signal?.reason);
  signal?.addEventListener('abort', giveUp);
  try {
    await Promise.race([gate.promise, givenUp.promise]);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Lets every waiting call go on. */
export function openGate(): void {
  gate?.resolve();
  gate = undefined;
  notify();
}

/** Whether calls wait for a sign-in. */
export function isGateClosed(): boolean {
  return gate !== undefined;
}

/** Calls the listener whenever the gate opens or closes; answers how to stop that. */
export function subscribeToGate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
