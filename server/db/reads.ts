import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

import { ApiError } from '#server/errors/api-error.ts';

import type { Db } from './connect.ts';

/** Where queries go: one server, by Kysely and by its pool. */
export interface Source {
  readonly db: Db;
  readonly pool: pg.Pool;
}

/** Durations in milliseconds. */
const times = {
  /** Between looks at how far the replica is, and for how many of them a read waits. */
  look: 5,
  looks: 4,
  /** How long the replica may take to say how far it is. */
  answer: 250,
  /** For how long no read tries a replica that failed; then one does. */
  avoid: 10_000,
};

/**
 * Reads that a replica may answer, so that the primary has time for what only it can do. A read
 * sees all that was committed when it began, whoever wrote it, as on the primary: by the position
 * in the log, and not by the time. Where the replica is late or fails, the primary is read.
 */
export class Reads {
  readonly #primary: Source;
  readonly #replica: Source | undefined;
  /** 0: it did not fail. */
  #avoidUntil = 0;

  constructor(primary: Source, replica?: Source) {
    this.#primary = primary;
    this.#replica = replica;
  }

  /** Returns the replica, once it has everything that is committed by now; else the primary. */
  async find(): Promise<Source> {
    const replica = this.#replica;
    if (!replica || performance.now() < this.#avoidUntil) return this.#primary;
    if (this.#avoidUntil > 0) this.#avoid();
    try {
      const { rows } = await this.#primary.pool.query<Position>(
        `select pg_current_wal_flush_lsn()::text as at, ${ofDatabase} as of`,
      );
      const has = await Promise.race([
        hasReplayed(replica, rows[0]),
        wait(times.answer, null, { ref: false }),
      ]);
      if (has === null) return this.#avoid();
      this.#avoidUntil = 0;
      return has ? replica : this.#primary;
    } catch {
      return this.#avoid();
    }
  }

  /**
   * Reads from what {@link find} returns; what fails on the replica, from the primary.
   * @throws what `work` throws on the primary, and its ApiErrors
   */
  async run<Result>(work: (source: Source) => Promise<Result>): Promise<Result> {
    const source = await this.find();
    if (source === this.#primary) return work(source);
    try {
      return await work(source);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      return work(this.#avoid());
    }
  }

  #avoid(): Source {
    this.#avoidUntil = performance.now() + times.avoid;
    return this.#primary;
  }
}

/** How far the log of the primary is durable, and of which database of which servers it is. */
interface Position {
  readonly at: string;
  readonly of: string;
}
const ofDatabase =
  "(select system_identifier from pg_control_system()) || ' ' || current_database()";

/**
 * Returns whether a replica has replayed the log up to a position, or soon has; null if it is none
 * of this database, or no longer.
 */
async function hasReplayed({ pool }: Source, position: Position | undefined) {
  const text = `
    select case when pg_is_in_recovery() and ${ofDatabase} = $2
      then pg_last_wal_replay_lsn() >= $1::pg_lsn end as has`;
  for (let look = 1; ; look++) {
    const { rows } = await pool.query<{ has: boolean | null }>(text, [position?.at, position?.of]);
    const has = rows[0]?.has ?? null;
    if (has !== false || look === times.looks) return has;
    await wait(times.look);
  }
}
