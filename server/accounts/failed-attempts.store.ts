import { sql } from 'kysely';

import { hashToken } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';
import { tooMany } from '#server/http/rate-limits.ts';

import { admit, type Counter, type Limit, limits, memoryMs, noFailures } from './throttle.rules.ts';

interface CounterKey {
  readonly key: string;
  /** Shared by all counters of one account; null where several accounts share one counter. */
  readonly account: string | null;
  readonly limit: Limit;
}

/** The counters of an attempt: the caller’s own, and those shared with others. */
export interface Attempt {
  readonly own: CounterKey;
  readonly shared: readonly CounterKey[];
}

const accountKey = (account: string) => hashToken(`account ${account}`);
const ownKey = (key: string, account: string | null): CounterKey => ({
  key: hashToken(key),
  account: account === null ? null : accountKey(account),
  limit: limits.own,
});
const networkKey = (network: string): CounterKey => ({
  key: hashToken(`network ${network}`),
  account: null,
  limit: limits.network,
});

/**
 * Returns the counters of an attempt from an unknown browser. `account` is the account’s id, or
 * the email if no account has it: both are counted alike.
 */
export function attemptFrom(network: string, account: string): Attempt {
  const key = accountKey(account);
  return {
    own: ownKey(`${account} from ${network}`, account),
    shared: [networkKey(network), { key, account: key, limit: limits.account }],
  };
}

/**
 * Returns the counters of an attempt in a known browser, where the failures of others don’t
 * count.
 */
export function attemptIn(browserHash: string, account: string): Attempt {
  return { own: ownKey(`${account} in ${browserHash}`, account), shared: [] };
}

/**
 * Returns the counters of an attempt by a signed-in person. These failures never keep anybody from
 * signing in.
 */
export function attemptOf(sessionId: string, account: string): Attempt {
  return { own: ownKey(`session ${sessionId}`, account), shared: [] };
}

/** Returns the counters of an attempt to use a link to set a password. */
export function attemptWithLink(network: string, token: string): Attempt {
  return {
    own: ownKey(`link ${hashToken(token)} from ${network}`, null),
    shared: [networkKey(network)],
  };
}

/**
 * Counts an attempt as failed before the password is checked, so that many attempts at once cannot
 * slip through. {@link forgive} undoes this. The counters are in the database, so that all
 * processes share them.
 * @returns The number of failures, this attempt included.
 * @throws ApiError 429 when the attempt has to wait
 */
export async function countAttempt(db: Db, { own, shared }: Attempt, now: Date): Promise<number> {
  const { waitMs, failures } = await db.transaction().execute(async (tx) => {
    const counters = await lockCounters(tx, [own, ...shared], now);
    const limited = ({ key, limit }: CounterKey) => ({
      counter: counters.get(key) ?? noFailures,
      limit,
    });
    const keys = [own, ...shared];
    const result = admit(now.getTime(), limited(own), shared.map(limited));
    const after = [result.own, ...result.shared];
    for (const [at, { key }] of keys.entries()) {
      const counter = after[at];
      // Unchanged counters are not saved, so that waiting does not extend their expiry.
      if (counter && counter !== counters.get(key)) await saveCounter(tx, key, counter, now);
    }
    return { waitMs: result.waitMs, failures: result.own.failures };
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
  for (const { key } of shared)
    await db
      .updateTable('failed_attempts')
      .set({ failures: sql`greatest(0, failures - 1)` })
      .where('key', '=', key)
      .execute();
}

/** Deletes the failures of an account, wherever they were made. */
export async function forgetFailures(db: Db, account: string): Promise<void> {
  await db.deleteFrom('failed_attempts').where('account', '=', accountKey(account)).execute();
}

/** Deletes the expired failures. */
export async function forgetOldFailures(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('failed_attempts').where('expires_at', '<', now).execute();
}

/** Reads the counters and locks them until the transaction ends. */
async function lockCounters(
  tx: Db,
  keys: readonly CounterKey[],
  now: Date,
): Promise<Map<string, Counter>> {
  // Always in the same order, so that two attempts cannot deadlock.
  const rows = keys
    .map(({ key, account }) => ({ key, account, ...columnsOf(noFailures, now) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const found = await tx
    .insertInto('failed_attempts')
    .values(rows)
    .onConflict((conflict) =>
      // Changes nothing, but locks the row.
      conflict.column('key').doUpdateSet({ key: sql`excluded.key` }),
    )
    .returning(['key', 'failures', 'next_at', 'has_turn', 'expires_at'])
    .execute();
  const current = found.filter((row) => row.expires_at >= now);
  return new Map(
    current.map((row) => [
      row.key,
      { failures: row.failures, nextAt: row.next_at.getTime(), hasTurn: row.has_turn },
    ]),
  );
}

async function saveCounter(tx: Db, key: string, counter: Counter, now: Date): Promise<void> {
  await tx
    .updateTable('failed_attempts')
    .set(columnsOf(counter, now))
    .where('key', '=', key)
    .execute();
}

function columnsOf({ failures, nextAt, hasTurn }: Counter, now: Date) {
  return {
    failures,
    next_at: new Date(nextAt),
    has_turn: hasTurn,
    expires_at: new Date(now.getTime() + memoryMs),
  };
}
