import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { ago } from '#server/db/database-clock.ts';
import type { TokenPayload, TokenPurpose } from '#server/db/sign-in-tables.ts';

import { hashToken, newToken } from './tokens.ts';

type Purposes = readonly TokenPurpose[];

const columns = [
  sql<TokenPurpose>`purpose`.as('purpose'),
  sql<string>`account_id`.as('accountId'),
  'payload',
  sql<boolean>`expires_at > now()`.as('isValid'),
] as const;

const isUsable = (token: string, purposes: Purposes) =>
  sql<boolean>`token_hash = ${hashToken(token)} and purpose = any(${purposes}) and expires_at > now()`;

interface NewToken {
  readonly accountId: string;
  readonly lifetimeMs: number;
  readonly payload?: TokenPayload;
}

/** Issues a token of an account, and returns it: only its hash is stored. */
export async function issueToken(
  db: Db,
  purpose: TokenPurpose,
  { accountId: account_id, lifetimeMs, payload = {} }: NewToken,
): Promise<string> {
  const token = newToken();
  const expires_at = sql<Date>`now() + make_interval(secs => ${lifetimeMs / 1_000})`;
  await db
    .insertInto('one_time_tokens')
    .values({ token_hash: hashToken(token), purpose, account_id, payload, expires_at })
    .execute();
  return token;
}

/** Returns a token that can still be spent, and does not spend it. */
export async function findToken(db: Db, token: string, ...purposes: Purposes) {
  const found = db.selectFrom('one_time_tokens').select(columns);
  return found.where(isUsable(token, purposes)).executeTakeFirst();
}

/**
 * Spends a token. Returns it; undefined if it is unknown, spent or expired, or has other purposes.
 * Of two requests at once, the second waits for the transaction of the first, and finds none.
 */
export async function spendToken(db: Db, token: string, ...purposes: Purposes) {
  const spent = db.deleteFrom('one_time_tokens').where(isUsable(token, purposes));
  return spent.returning(columns).executeTakeFirst();
}

/**
 * Spends a secret that only a cookie of the browser has, with its end, so that issuing it stores
 * nothing. Returns whether it was not spent before: its hash stays until it has expired.
 */
export async function spendSealed(
  db: Db,
  { secret, until }: { readonly secret: string; readonly until: number },
): Promise<boolean> {
  const spent = { token_hash: hashToken(secret), purpose: 'sign-in', payload: {} } as const;
  const { numInsertedOrUpdatedRows: isFirst } = await db
    .insertInto('one_time_tokens')
    .values({ ...spent, account_id: null, expires_at: new Date(until) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(isFirst);
}

/**
 * Ends the tokens of an account that have one of these purposes, and this payload. Returns those
 * that could still have been spent.
 */
export async function endTokens(
  db: Db,
  accountId: string,
  purposes: Purposes,
  payload: TokenPayload = {},
) {
  const ended = await db
    .deleteFrom('one_time_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .where(sql<boolean>`payload @> ${JSON.stringify(payload)}::jsonb`)
    .returning(columns)
    .execute();
  return ended.filter(({ isValid }) => isValid);
}

/** Deletes the tokens that have expired, once no process takes a sealed one for valid any more. */
export async function deleteExpiredTokens(db: Db): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', ago('1 hour')).execute();
}
