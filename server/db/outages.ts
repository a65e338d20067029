import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

import { markAsOutage, type OutageFailures } from '#server/errors/outage-failures.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** Between checks whether an unusable database can be used again, in milliseconds. */
const defaultLookMs = 1_000;

/** Called when an outage begins and when it ends. */
interface OutageListener {
  /** What failed first, with the sentence of the database, the pooler or the driver. */
  readonly onBegin: (error: Error) => void;
  /** How long the database could not be used, and what failed meanwhile. */
  readonly onEnd: (ms: number, failures: OutageFailures) => void;
}

interface Outage {
  readonly error: Error;
  readonly failures: OutageFailures;
  readonly beganAt: number;
}

/**
 * Notices when the database of a pool can’t be used, and when it can again. Marks each error of an
 * outage, so that it is not logged by itself. An outage ends when nothing failed between two
 * checks, and the second one found a writable database.
 */
export class Outages {
  readonly #pool: pg.Pool;
  readonly #lookMs: number;
  readonly #listeners = new Set<OutageListener>();
  readonly #closing = new AbortController();
  /** Looks are part of no request and no job, with their limits and traces. */
  readonly #outsideOfRequests = AsyncLocalStorage.snapshot();
  #running: Outage | undefined;
  #last: { readonly failures: OutageFailures; readonly endedAt: number } | undefined;
  #failures = 0;
  #answeredAt = 0;

  constructor(pool: pg.Pool, lookMs = defaultLookMs) {
    this.#pool = pool;
    this.#lookMs = lookMs;
    const connect = pool.connect.bind(pool);
    Object.assign(pool, { connect: () => this.#watch(connect(), isOfConnecting) });
    const watched = new WeakSet<pg.PoolClient>();
    // Not when it connects: the pool may have been used before.
    pool.on('acquire', (client) => {
      if (watched.has(client)) return;
      watched.add(client);
      const query = client.query.bind(client);
      Object.assign(client, {
        query: (...args: Parameters<typeof query>) => {
          const result: unknown = query(...args);
          return result instanceof Promise
            ? this.#watch(result, isOfConnection, () => (this.#answeredAt = performance.now()))
            : result;
        },
      });
    });
  }

  /** Calls a listener at each outage, also for a running one. Returns a function to remove it. */
  addListener(listener: OutageListener): () => void {
    this.#listeners.add(listener);
    if (this.#running) listener.onBegin(this.#running.error);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends all looks. What fails from now on is no outage. */
  close(): void {
    this.#closing.abort();
  }

  // oxlint-disable-next-line typescript/promise-function-async -- every statement comes here
  #watch<Result>(
    work: Promise<Result>,
    isOutage: (error: Error) => boolean,
    onDone?: () => void,
  ): Promise<Result> {
    const startedAt = performance.now();
    // The error is marked before the caller gets it.
    void work.then(onDone, (error: unknown) => {
      if (error instanceof Error && !this.#closing.signal.aborted)
        this.#note(error, { startedAt, isOutage: isOutage(error) });
    });
    return work;
  }

  #note(error: Error, { startedAt, isOutage }: { startedAt: number; isOutage: boolean }): void {
    // All connections are in use: because the database is busy, or because it does not respond.
    const hasWaited = waitedInVain.test(error.message);
    if (!isOutage && !hasWaited) return;
    if (this.#running) this.#failures += 1;
    else if (this.#last && startedAt < this.#last.endedAt)
      return markAsOutage(error, this.#last.failures);
    else if (isOutage || this.#answeredAt < startedAt) this.#begin(error);
    if (this.#running) markAsOutage(error, this.#running.failures);
  }

  #begin(error: Error): void {
    const outage = { error, failures: new Map(), beganAt: performance.now() };
    this.#running = outage;
    for (const { onBegin } of this.#listeners) onBegin(error);
    void this.#outsideOfRequests(async () => this.#awaitEnd(outage));
  }

  async #awaitEnd({ failures, beganAt }: Outage): Promise<void> {
    const { signal } = this.#closing;
    let seen: number;
    do {
      seen = this.#failures;
      await wait(this.#lookMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      if (!(await this.#isUsable())) this.#failures += 1;
    } while (seen !== this.#failures);
    const endedAt = performance.now();
    this.#running = undefined;
    this.#last = { failures, endedAt };
    for (const { onEnd } of this.#listeners) onEnd(endedAt - beganAt, failures);
  }

  /** Returns whether the database responds, and takes changes: a standby would not. */
  async #isUsable(): Promise<boolean> {
    try {
      const { rows } = await this.#pool.query<{ is_standby: boolean }>(
        'select pg_is_in_recovery() as is_standby',
      );
      return rows[0]?.is_standby === false;
    } catch {
      return false;
    }
  }
}

const waitedInVain = /^timeout exceeded when trying to connect$/;

/** Returns whether connecting itself failed, not the wait for a free connection. */
const isOfConnecting = (error: Error) => !waitedInVain.test(error.message);

/**
 * Codes of PostgreSQL: it shuts down, has crashed or is starting; or a primary has just become a
 * standby.
 */
const awayCodes = new Set(['57P01', '57P02', '57P03', '25006']);

/**
 * Returns whether a statement failed with its connection. PgBouncer’s own errors all have the code
 * 08P01; PostgreSQL’s 08P01, an error of the driver, has a `routine`.
 */
function isOfConnection(error: Error): boolean {
  const code = systemErrorCode(error);
  if (code === undefined) return /Connection terminated|not queryable/.test(error.message);
  const isOfPooler = code === '08P01' && !('routine' in error && error.routine !== undefined);
  return isOfPooler || awayCodes.has(code) || /^E[A-Z]+$/.test(code);
}
