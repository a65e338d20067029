import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';

import { sql } from 'kysely';
import pg from 'pg';

import type { Db } from './connect.ts';

/**
 * Limits on what a request waits for on a PostgreSQL server, in milliseconds: a connection, a
 * statement, and the response to the statement’s cancellation. In the worst case it waits for one
 * after the other.
 */
export const limitsMs = { connect: 3_000, statement: 5_000, cancellation: 1_000 };

/** The limit of work that nobody waits for, in milliseconds. */
export const jobLimitMs = 60_000;

/** Ends a transaction that has been idle for a minute: its process is gone without a word. */
export const idleLimit = "set local idle_in_transaction_session_timeout = '1min'";

/** Lets a transaction be idle for longer, as while files are copied. */
export async function stayIdle(tx: Db): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}

const limits = new AsyncLocalStorage<number>();

/**
 * Does work with another limit on each statement than that of requests; Infinity: none. It is
 * enforced on a server only: the embedded database runs in this thread.
 */
export async function withStatementLimit<Result>(
  limitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return limits.run(limitMs, work);
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
        if (this.#unfinished.push(limits.getStore() ?? limitsMs.statement) === 1) this.#start();
        return result instanceof Promise ? this.#onAllDatabases(result) : result;
      },
    });
  }

  /**
   * Lets a change fail that is stored on the primary alone: PostgreSQL responds to a commit that
   * was cancelled while it waited for the standby as to any other, but for a notice.
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
