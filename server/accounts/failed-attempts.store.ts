import { sql } from 'kysely';

import { hashToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connect.ts';
import { foldEmail } from '#server/db/emails.ts';
import { tooMany } from '#server/http/rate-limits.ts';

import { admit, type Counter, memoryMs, noFailures } from './throttle.rules.ts';

/** A counter by its key. */
interface CounterKey extends Pick<Counter, 'limit'> {
  readonly key: string;
  /** Shared by all counters of one account; null where several accounts share one counter. */
  readonly account: string | null;
}

/** The counters of an attempt: the caller’s own, and those shared with others. */
export interface Attempt {
  readonly own: CounterKey;
  readonly shared: readonly CounterKey[];
}

const accountKey = (account: string) => hashToken(`account ${account}`);
const counted = (limit: Counter['limit'], text: string, account: string | null = null) => ({
  limit,
  key: hashToken(text),
  account: account === null ? null : accountKey(account),
});

/**
 * The attempts that are counted. `account` is the account’s id, or the email if no account has it:
 * both count the same.
 */
export const attempts = {
  inUnknownBrowser: (network: string, account: string): Attempt => ({
    own: counted('own', `${account} from ${network}`, account),
    shared: [
      counted('network', `network ${network}`),
      counted('account', `account ${account}`, account),
    ],
  }),
  /** The failures of others don’t count. */
  inKnownBrowser: (browserHash: string, account: string): Attempt => ({
    own: counted('own', `${account} in ${browserHash}`, account),
    shared: [],
  }),
  /** A code after a right password; guesses elsewhere make no known browser wait. */
  ofCode: (account: string, browserHash?: string): Attempt => ({
    own: counted('own', `code of ${account} in ${browserHash ?? 'unknown browsers'}`, account),
    shared: [],
  }),
  /** By a signed-in person: these failures never keep anybody from signing in. */
  inSession: (sessionId: string, account: string): Attempt => ({
    own: counted('own', `session ${sessionId}`, account),
    shared: [],
  }),
  /** Requests for a link: for an email, whether or not it has an account. */
  forLink: (network: string, email: string): Attempt => ({
    own: counted('own', `link for ${foldEmail(email)} to ${network}`),
    shared: [counted('network', `links to ${network}`)],
  }),
  /** A passkey, or a response of the provider, which names no account before it is right. */
  ofBrowser: (method: string, browser: string | undefined, network: string): Attempt => ({
    own: counted('own', `${method} in ${browser ?? `no browser of ${network}`}`),
    shared: [counted('network', `${method} from ${network}`)],
  }),
  /** The same where somebody has signed in before: the failures of others don’t count. */
  ofKnownBrowser: (method: string, browserHash: string): Attempt => ({
    own: counted('own', `${method} in ${browserHash}`),
    shared: [],
  }),
  withLink: (network: string, token: string): Attempt => ({
    own: counted('own', `link ${hashToken(token)} from ${network}`),
    shared: [counted('network', `network ${network}`)],
  }),
};

/**
 * Counts an attempt as failed before the password is checked, so that many attempts at once cannot
 * slip through. {@link forgive} undoes this. The counters are in the database, so that all
 * processes share them.
 * @returns The number of failures, this attempt included; for an account, those from everywhere.
 * @throws ApiError 429 when the attempt has to wait
 */
export async function countAttempt(db: Db, attempt: Attempt, now: Date): Promise<number> {
  const { waitMs, failures } = await db.transaction().execute(async (tx) => {
    const read = await lockCounters(tx, [attempt.own, ...attempt.shared], now);
    const own = read(attempt.own);
    const shared = attempt.shared.map(read);
    const { waitMs: ms, changed } = admit(now.getTime(), own, shared);
    for (const counter of changed)
      await tx
        .updateTable('failed_attempts')
        .set(toColumns(counter, now))
        .where('key', '=', counter.key)
        .execute();
    const ofAccount = shared.find(({ limit }) => limit === 'account');
    return { waitMs: ms, failures: (ofAccount ?? own).failures };
  });
  if (waitMs === 0) return failures;
  const seconds = Math.ceil(waitMs / 1_000);
  const unit = seconds === 1 ? 'second' : 'seconds';
  throw tooMany(
    'too-many-failed-attempts',
    `Too many failed attempts. Try again in ${seconds} ${unit}.`,
    seconds,
  );
}

/** Uncounts an attempt whose password was right, and resets the caller’s own counter. */
export async function forgive(db: Db, { own, shared }: Attempt): Promise<void> {
  await db.deleteFrom('failed_attempts').where('key', '=', own.key).execute();
  if (shared.length === 0) return;
  const keys = shared.map(({ key }) => key);
  await db
    .updateTable('failed_attempts')
    .set({ failures: sql`greatest(0, failures - 1)` })
    .where('key', 'in', keys)
    .execute();
}

/** Deletes the failures of an account, wherever they were made. */
export async function deleteFailures(db: Db, account: string): Promise<void> {
  await db.deleteFrom('failed_attempts').where('account', '=', accountKey(account)).execute();
}

/** Returns the accounts, of these, whose next attempt has to wait. */
export async function findLocked(db: Db, accounts: readonly string[], now: Date) {
  const byKey = new Map(accounts.map((account) => [accountKey(account), account]));
  if (byKey.size === 0) return new Set<string>();
  const rows = await db
    .selectFrom('failed_attempts')
    .select('account')
    .where('account', 'in', [...byKey.keys()])
    .where('next_at', '>', now)
    .execute();
  return new Set(rows.flatMap(({ account }) => byKey.get(account ?? '') ?? []));
}

/** Deletes the expired failures. */
export async function deleteOldFailures(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('failed_attempts').where('expires_at', '<', now).execute();
}

type Read = (key: CounterKey) => Counter & CounterKey;

/** Locks counters until the transaction ends. Returns the function that reads one of them. */
async function lockCounters(tx: Db, keys: readonly CounterKey[], now: Date): Promise<Read> {
  // Always in the same order, so that two attempts cannot deadlock.
  const rows = keys
    .map(({ key, account }) => ({ key, account, ...toColumns(noFailures, now) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const found = await tx
    .insertInto('failed_attempts')
    .values(rows)
    // Changes nothing, but locks the row.
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: sql`excluded.key` }))
    .returningAll()
    .execute();
  return (counter) => {
    const row = found.find(({ key, expires_at: end }) => key === counter.key && end >= now);
    const { failures, next_at: nextAt, has_turn: hasTurn } = row ?? toColumns(noFailures, now);
    return { ...counter, failures, nextAt: nextAt.getTime(), hasTurn };
  };
}

function toColumns({ failures, nextAt, hasTurn }: typeof noFailures, now: Date) {
  return {
    failures,
    next_at: new Date(nextAt),
    has_turn: hasTurn,
    expires_at: new Date(now.getTime() + memoryMs),
  };
}
