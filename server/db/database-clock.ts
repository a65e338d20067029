import { sql } from 'kysely';

import type { Db } from './connect.ts';

/** Returns the moment that is a period before now, such as `30 days`. */
export const ago = (period: string) => sql<Date>`now() - ${sql.lit(period)}::interval`;

/** Returns the time by the clock of the database. */
export async function readTime(db: Db): Promise<Date> {
  const time = sql<Date>`clock_timestamp()`.as('time');
  return (await db.selectNoFrom(time).executeTakeFirstOrThrow()).time;
}

/**
 * The clock of the database, as this process knows it: for times that are stored, or compared with
 * those of other processes. Setting the clock of the process does not change it.
 */
export class DatabaseClock {
  readonly #db: Db;
  /** By how many milliseconds the database’s clock is ahead of `performance.now()`. */
  #aheadMs: number | undefined;

  private constructor(db: Db) {
    this.#db = db;
  }

  /** Returns the clock of a database, after reading its time once. */
  static async of(db: Db): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db);
    await clock.follow();
    return clock;
  }

  /** Reads the time again, because clocks drift apart, are set, or stop while a machine sleeps. */
  async follow(): Promise<void> {
    const startedAt = performance.now();
    const time = (await readTime(this.#db)).getTime();
    // The database read its clock between the two: a slow response moves ours only if it must.
    const [least, most] = [time - performance.now(), time - startedAt];
    this.#aheadMs = Math.min(Math.max(this.#aheadMs ?? (least + most) / 2, least), most);
  }

  readonly now = (): Date => new Date(performance.now() + (this.#aheadMs ?? Number.NaN));
}
