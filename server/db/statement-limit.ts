import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';

import pg from 'pg';

/**
 * Limits on what a request waits for on a PostgreSQL server, in milliseconds: a connection, a
 * statement, and the response to the statement’s cancellation. In the worst case it waits for one
 * after the other.
 */
export const limitsMs = { connect: 3_000, statement: 5_000, cancellation: 1_000 };

/** The limit of work that nobody waits for, in milliseconds. */
export const jobLimitMs = 60_000;

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
    const query = this.query.bind(this);
    // Not an override, which would have to repeat all its signatures.
    Object.assign(this, {
      query: (...args: Parameters<typeof query>) => {
        const result = query(...args);
        if (this.#unfinished.push(limits.getStore() ?? limitsMs.statement) === 1) this.#start();
        return result;
      },
    });
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
    const error = new Error('PostgreSQL does not respond.');
    this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }
}

const cancelRequestCode = 80_877_102;

/**
 * Asks the server, on a connection of its own as the protocol wants it, to cancel the statement
 * that a connection runs. Whether it does shows on that connection.
 */
function cancelStatement(client: pg.Client): void {
  if (!('processID' in client && 'secretKey' in client)) return;
  const request = Buffer.alloc(16);
  [request.length, cancelRequestCode, client.processID, client.secretKey].forEach((value, index) =>
    request.writeInt32BE(Number(value), 4 * index),
  );
  const { host, port } = client;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => {}).setTimeout(limitsMs.cancellation, () => socket.destroy());
  socket.end(request);
}
