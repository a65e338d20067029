import { createStore } from '#src/lib/store.ts';

/**
 * Holds the calls while the user is signed out. The first call that finds the session expired
 * sets it, and the page shows "Sign in again" over its content. After the sign-in, all
 * calls continue, and nothing typed is lost.
 */
const signInRequired = createStore<PromiseWithResolvers<void> | undefined>(undefined);

/**
 * Waits until the user has signed in again, which the page then asks for.
 * @throws the signal's reason when the call is aborted meanwhile
 */
export async function waitForSignIn(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const signedIn = signInRequired.get() ?? Promise.withResolvers<void>();
  if (!isSignInRequired()) signInRequired.set(signedIn);
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
export function resumeRequests(): void {
  signInRequired.get()?.resolve();
  signInRequired.set(undefined);
}

/** Returns whether calls are waiting for a sign-in. */
export function isSignInRequired(): boolean {
  return signInRequired.get() !== undefined;
}

/** Calls the listener when {@link isSignInRequired} changes. Returns how to unsubscribe. */
export const subscribeToSignInRequired = signInRequired.subscribe;
