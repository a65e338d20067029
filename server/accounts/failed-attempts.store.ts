import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

import { accountKey, type Attempt, type CounterKey } from './attempts.rules.ts';
import { type Counter, memoryMs, noFailures } from './throttle.rules.ts';

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
export async function lockCounters(tx: Db, keys: readonly CounterKey[], now: Date): Promise<Read> {
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

/** Stores the state of a counter. */
export async function saveCounter(tx: Db, counter: Counter & CounterKey, now: Date): Promise<void> {
  await tx
    .updateTable('failed_attempts')
    .set(toColumns(counter, now))
    .where('key', '=', counter.key)
    .execute();
}

function toColumns({ failures, nextAt, hasTurn }: typeof noFailures, now: Date) {
  return {
    failures,
    next_at: new Date(nextAt),
    has_turn: hasTurn,
    expires_at: new Date(now.getTime() + memoryMs),
  };
}
