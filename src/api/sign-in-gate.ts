import { createStore } from '#src/lib/store.ts';

/**
 * Where calls wait while the user is signed out. The first call that finds the session expired
 * closes the gate, and the page shows "Sign in again" over its content. After the sign-in, all
 * calls continue, and nothing typed is lost.
 */
const gate = createStore<PromiseWithResolvers<void> | undefined>(undefined);

/**
 * Closes the gate and waits until the gate opens.
 * @throws the signal's reason when the call is aborted meanwhile
 */
export async function waitForSignIn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const signedIn = gate.get() ?? Promise.withResolvers<void>();
  if (!isGateClosed()) gate.set(signedIn);
  const givenUp = Promise.withResolvers<never>();
  const giveUp = () => givenUp.reject(signal?.reason);
  signal?.addEventListener('abort', giveUp);
  try {
    await Promise.race([signedIn.promise, givenUp.promise]);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Lets every waiting call continue. */
export function openGate(): void {
  gate.get()?.resolve();
  gate.set(undefined);
}

/** Returns whether calls are waiting for a sign-in. */
export function isGateClosed(): boolean {
  return gate.get() !== undefined;
}

/** Calls the listener whenever the gate opens or closes. Returns a function that unsubscribes. */
export const subscribeToGate = gate.subscribe;
