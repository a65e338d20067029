import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';

import { sql } from 'kysely';
import pg from 'pg';

import { ApiError } from '#server/errors/api-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import { traced } from '#server/tracing/tracing.ts';

import type { Db } from './connect.ts';

/**
 * Limits on what a request waits for on a PostgreSQL server, in milliseconds: a connection, a
 * statement, and the response to the statement’s cancellation. In the worst case it waits for one
 * after the other.
 */
export const limitsMs = { connect: 3_000, statement: 5_000, cancellation: 1_000 };

/** The limit of background work, in milliseconds. */
export const jobLimitMs = 60_000;

/** Ends a transaction that has been idle for a minute: its process is gone. */
export const idleLimit = "set local idle_in_transaction_session_timeout = '1min'";

/** Lets a transaction be idle for longer, as while files are copied. */
export async function stayIdle(tx: Db): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}

const limits = new AsyncLocalStorage<number>();

/**
 * Runs work with another limit on each statement than requests have; Infinity: none. Only a server
 * enforces it: the embedded database runs in this thread.
 */
export async function withStatementLimit<Result>(
  limitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return limits.run(limitMs, work);
}

/** Returns how long each statement of the work that runs may take, in milliseconds, or Infinity. */
export function getStatementLimitMs(): number {
  return limits.getStore() ?? limitsMs.statement;
}

/**
 * A connection that limits how long each statement may take. The limit is held by this process, and
 * needs no setting of the session. A statement that takes longer is cancelled. If the server does
 * not respond to that either, the connection is destroyed, and its query fails.
 */
export class LimitedClient extends pg.Client {
  #timer: NodeJS.Timeout | undefined;
  #isOnPrimaryAlone = false;
  /** The limits of the statements that are not done: the running one, then those that wait. */
  readonly #unfinished: number[] = [];

  constructor(options?: pg.ClientConfig) {
    super(options);
    // The queries of a connection that breaks fail. The event, without a listener, would end the
    // process.
    this.on('error', () => {});
    this.connection
      .on('readyForQuery', () => {
        this.#unfinished.shift();
        this.#start();
      })
      .on('end', () => clearTimeout(this.#timer));
    this.on('notice', ({ routine }) => {
      this.#isOnPrimaryAlone ||= routine === 'SyncRepWaitForLSN';
    });
    const query = this.query.bind(this);
    // Not an override, which would have to repeat all its signatures.
    Object.assign(this, {
      query: (...args: Parameters<typeof query>) => {
        const result: unknown = query(...args);
        if (this.#unfinished.push(getStatementLimitMs()) === 1) this.#start();
        if (!(result instanceof Promise)) return result;
        return traced(() => describe(args[0]), database, this.#onAllDatabases(result));
      },
    });
  }

  /**
   * Lets a change fail that is stored on the primary alone: if a commit is cancelled while it waits
   * for the standby, PostgreSQL responds as to any other, and adds only a notice.
   */
  async #onAllDatabases(result: Promise<unknown>): Promise<unknown> {
    const value = await result;
    if (!this.#isOnPrimaryAlone) return value;
    this.#isOnPrimaryAlone = false;
    throw notResponding();
  }

  #start(): void {
    clearTimeout(this.#timer);
    const [limitMs = Infinity] = this.#unfinished;
    if (limitMs === Infinity) return;
    this.#timer = setTimeout(() => {
      cancelStatement(this);
      this.#timer = setTimeout(() => this.#destroy(), limitsMs.cancellation);
    }, limitMs);
  }

  #destroy(): void {
    this.connection.stream.destroy(notResponding());
  }
}

const database = { 'db.system.name': 'postgresql' };

/** Returns the first word of a statement, such as `select`: the rest may have values. */
function describe(query: string | { readonly text: string }): string {
  const text = typeof query === 'string' ? query : query.text;
  return `postgresql ${/^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? ''}`;
}

const notResponding = () =>
  Object.assign(new Error('PostgreSQL does not respond.'), { code: 'ETIMEDOUT' });

const cancelRequestCode = 80_877_102;

/**
 * Asks the server, on a connection of its own as the protocol wants it, to cancel the statement
 * that a connection runs. Whether it does shows on that connection. The server is the one to close
 * it: PgBouncer 1.18 may crash if the client does so first.
 */
function cancelStatement(client: pg.Client): void {
  if (!('processID' in client && 'secretKey' in client)) return;
  const request = Buffer.alloc(16);
  [request.length, cancelRequestCode, client.processID, client.secretKey].forEach((value, index) =>
    request.writeInt32BE(Number(value), 4 * index),
  );
  const { host, port } = client;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => {}).setTimeout(jobLimitMs, () => socket.destroy());
  socket.unref().write(request);
}

/** The transactions of reads that are running. */
const reads = new WeakSet<Db>();

/**
 * Runs a read with a timeout on each statement, enforced by the database. The embedded database
 * enforces none: it runs in this thread, where nothing can interrupt it, and is for one user. A
 * read within a read is part of it: the beginning and the end of each would be two round trips.
 * @throws ApiError 503 when a statement took longer
 */
export async function withinTime<Result>(
  db: Db,
  read: (tx: Db) => Promise<Result>,
  seconds = getStatementLimitMs() / 1000,
): Promise<Result> {
  if (reads.has(db)) return read(db);
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const run = async (connection: Db) => {
    // A single statement; the result is returned before COMMIT completes. So a read waits for one
    // round trip more than its own statements take.
    await sql
      .raw(`start transaction read only; ${idleLimit}; ${setLimit(seconds)}`)
      .execute(connection);
    reads.add(connection);
    try {
      resolve(await read(connection));
      await sql`commit`.execute(connection);
    } catch (error) {
      // If the connection is lost, there is nothing to roll back, and the first error says more.
      await sql`rollback`.execute(connection).catch(() => {});
      throw error;
    }
  };
  return orTookTooLong(seconds, async () => {
    void db.connection().execute(run).catch(reject);
    return promise;
  });
}

/** In PostgreSQL, 0 is no limit. */
const setLimit = (seconds: number) =>
  `set local statement_timeout = ${seconds === Infinity ? 0 : seconds * 1000}`;

async function orTookTooLong<Result>(seconds: number, run: () => Promise<Result>): Promise<Result> {
  try {
    return await withStatementLimit(seconds * 1000, run);
  } catch (error) {
    const isCancelled = systemErrorCode(error) === '57014';
    throw isCancelled ? tookTooLong : error;
  }
}

const tookTooLong = new ApiError(
  'query-too-slow',
  'This search takes too long. Use longer or more words, or fewer filters, or try again in a while.',
  { retryAfter: 30 },
);
