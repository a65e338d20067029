/**
 * Where calls wait while the user is signed out. The first call that finds the session expired
 * closes the gate, and the page shows "Sign in again" over its content. After the sign-in, all
 * calls continue, and nothing typed is lost.
 */
let gate: PromiseWithResolvers<void> | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * Closes the gate and waits until the gate opens.
 * @throws the signal's reason when the call is aborted meanwhile
 */
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

/** Lets every waiting call continue. */
export function openGate(): void {
  gate?.resolve();
  gate = undefined;
  notify();
}

/** Returns whether calls are waiting for a sign-in. */
export function isGateClosed(): boolean {
  return gate !== undefined;
}

/** Calls the listener whenever the gate opens or closes. Returns a function that unsubscribes. */
export function subscribeToGate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
