import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { tooMany } from '#server/plugins/rate-limits.ts';
import { hashToken } from '#server/plugins/secrets.ts';

import { admit, type Counter, type Limit, limits, memoryMs, noFailures } from './throttle.rules.ts';

interface CounterKey {
  readonly key: string;
  /** What all counters of one account have in common; null where several accounts share one. */
  readonly account: string | null;
  readonly limit: Limit;
}

/** Whom an attempt is counted for: the one who tries, and what it shares with others. */
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

/** `account`: its id, or the email that none has: both are counted alike. */
export function attemptFrom(network: string, account: string): Attempt {
  const key = accountKey(account);
  return {
    own: ownKey(`${account} from ${network}`, account),
    shared: [networkKey(network), { key, account: key, limit: limits.account }],
  };
}

/** In a browser that is known, nobody else’s failures count. */
export function attemptIn(browserHash: string, account: string): Attempt {
  return { own: ownKey(`${account} in ${browserHash}`, account), shared: [] };
}

/** Of who is signed in: no failure of theirs keeps anybody from signing in. */
export function attemptOf(sessionId: string, account: string): Attempt {
  return { own: ownKey(`session ${sessionId}`, account), shared: [] };
}

/** Of a link to set a password. */
export function attemptWithLink(network: string, token: string): Attempt {
  return {
    own: ownKey(`link ${hashToken(token)} from ${network}`, null),
    shared: [networkKey(network)],
  };
}

/**
 * Counts an attempt as failed before it is checked, so that many at once cannot slip through, and
 * returns how many failures there are with it; {@link forgive} takes it back. Kept in the database, so
 * that all processes count together.
 * @throws ApiError 429 when it has to wait
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
      // What only had to wait is forgotten no later for it.
      if (counter && counter !== counters.get(key)) await saveCounter(tx, key, counter, now);
    }
    return { waitMs: result.waitMs, failures: result.own.failures };
  });
  if (waitMs === 0) return failures;
  const seconds = Math.ceil(waitMs / 1_000);
  const unit = seconds === 1 ? 'second' : 'seconds';
  throw tooMany(`Too many failed attempts. Try again in ${seconds} ${unit}.`, seconds);
}

/** Takes an attempt back that was right: who made it starts from nothing again. */
export async function forgive(db: Db, { own, shared }: Attempt): Promise<void> {
  await db.deleteFrom('failed_attempts').where('key', '=', own.key).execute();
  for (const { key } of shared)
    await db
      .updateTable('failed_attempts')
      .set({ failures: sql`greatest(0, failures - 1)` })
      .where('key', '=', key)
      .execute();
}

/** Forgets the failures of an account, wherever they were made. */
export async function forgetFailures(db: Db, account: string): Promise<void> {
  await db.deleteFrom('failed_attempts').where('account', '=', accountKey(account)).execute();
}

/** Removes the failures whose time is over. */
export async function forgetOldFailures(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('failed_attempts').where('expires_at', '<', now).execute();
}

/** Reads counters that nobody else can change until the transaction ends. */
async function lockCounters(
  tx: Db,
  keys: readonly CounterKey[],
  now: Date,
): Promise<Map<string, Counter>> {
  // In one order, so that two attempts cannot wait for each other.
  const rows = keys
    .map(({ key, account }) => ({ key, account, ...columnsOf(noFailures, now) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const found = await tx
    .insertInto('failed_attempts')
    .values(rows)
    .onConflict((conflict) =>
      // Nothing changes, but the row is locked.
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
