import type pg from 'pg';
import { expect } from 'vitest';

/** SQL that lets a table be read, but not written. */
export const lockTable = (name: string) => `lock table ${name} in share row exclusive mode`;

/**
 * Sends requests, each once the one before waits for a transaction with this statement, which ends
 * when all wait. So each has read what was there before any of them, or the statement, wrote.
 * Returns their responses.
 */
export async function sendTogether<T>(
  pool: pg.Pool,
  statement: string,
  requests: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${statement}`);
    const sent: Promise<T>[] = [];
    for (const send of requests) {
      sent.push(send());
      await untilWaiting(pool, sent.length);
    }
    await client.query('commit');
    return await Promise.all(sent);
  } finally {
    // Closes the connection, so that the transaction ends with a failed test too.
    client.release(true);
  }
}

/** Waits until this many transactions of a database wait for a lock. */
export async function untilWaiting(pool: pg.Pool, count: number): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(count);
}
