import { sql } from 'kysely';

import type { Factor } from '#contract/portal/second-factor/second-factor.ts';
import type { NextStep } from '#contract/portal/sign-in.ts';
import { hashToken, newToken } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';

import type { AccountRow } from './accounts.store.ts';

/** How long after the password the second step can be taken, in milliseconds. */
export const stepLifetimeMs = 10 * 60_000;

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
export async function openStep(
  db: Db,
  accountId: string,
  provider: string | null = null,
): Promise<string> {
  const token = newToken();
  await db
    .deleteFrom('sign_in_steps')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .insertInto('sign_in_steps')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      provider,
      expires_at: sql<Date>`now() + make_interval(secs => ${stepLifetimeMs / 1_000})`,
    })
    .execute();
  return token;
}

/** Returns the account whose second step a token is for; undefined if there is none any more. */
export async function accountOfStep(
  db: Db,
  token: string,
): Promise<(AccountRow & { provider: string | null }) | undefined> {
  return db
    .selectFrom('accounts')
    .innerJoin('sign_in_steps', 'account_id', 'accounts.id')
    .selectAll('accounts')
    .select('provider')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Ends a second step. Of two requests at once, the second finds none. */
export async function endStep(db: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_steps')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
