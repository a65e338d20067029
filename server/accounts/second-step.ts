import type { Factor } from '#contract/portal/second-factor/second-factor.ts';
import type { NextStep } from '#contract/portal/sign-in.ts';
import { issueToken } from '#server/auth/one-time-tokens.store.ts';
import { tokenCookie } from '#server/auth/session-cookie.ts';
import type { Db } from '#server/db/connect.ts';

/** How long after the password the second step can be taken, in milliseconds. */
export const stepLifetimeMs = 10 * 60_000;

/** The cookie of the second step of a sign-in that this browser has started. It signs nobody in. */
export const stepCookie = tokenCookie('portal-sign-in', stepLifetimeMs);

/** Returns what follows the first step; null: the session. */
export function findNextStep(factors: readonly Factor[], isRequired: boolean): NextStep | null {
  if (factors.includes('authenticator')) return 'code';
  if (!isRequired) return null;
  return factors.length === 0 ? 'set-up' : 'passkey';
}

/**
 * Stores that the password of an account was right, or that a provider has signed its owner in.
 * Returns the token of the second step.
 */
export async function openStep(db: Db, accountId: string, provider?: string): Promise<string> {
  const step = { accountId, payload: { provider }, lifetimeMs: stepLifetimeMs };
  return issueToken(db, 'second-step', step);
}
