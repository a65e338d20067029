import { setTimeout as wait } from 'node:timers/promises';

import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** The channels. `server/live/live.functions.sql` says what their payloads are. */
export type Channel = 'changes' | 'session_ends';

/** Listens to the notifications of one database. */
export interface Listener {
  /**
   * Listens to a channel’s notifications, which come once their transaction is committed.
   * `onMissed` is called once a lost or failed connection is there: notifications may have been
   * missed meanwhile. Returns a function that stops listening.
   */
  listen(
    channel: Channel,
    onPayload: (payload: string) => void,
    onMissed?: () => void,
  ): Promise<StopListening>;
  close(): Promise<void>;
}
export type StopListening = () => Promise<void>;

/**
 * Returns a listener on an embedded database, whose one connection is in this process and never
 * lost. `LISTEN` goes through the pool, because beside it, it would become a part of an open
 * transaction.
 */
export function embeddedListener(lite: PGlite, pool: pg.Pool): Listener {
  const stops = new Set<() => void>();
  return {
    listen: async (channel, onPayload) => {
      await pool.query(`listen ${channel}`);
      const stop = lite.onNotification((notified, payload) => {
        if (notified === channel) onPayload(payload);
      });
      stops.add(stop);
      return async () => {
        stop();
        stops.delete(stop);
      };
    },
    close: async () => {
      for (const stop of stops) stop();
    },
  };
}

/** What the database calls the connection that every running process has for notifications. */
export const listenerName = 'portal notifications';

/** Durations in milliseconds. */
const times = {
  /** Between attempts to connect; doubles with each failed attempt. */
  minBackoff: 100,
  maxBackoff: 10_000,
  /** How often the connection is tried, so that one that broke silently is noticed. */
  check: 15_000,
  /** How long connecting and each response may take. */
  response: 5_000,
};

interface Subscription {
  readonly channel: Channel;
  readonly onPayload: (payload: string) => void;
  readonly onMissed: (() => void) | undefined;
}

/**
 * A listener on a PostgreSQL server. It opens one connection of its own when it is first used,
 * beside those of requests, and again whenever that is lost.
 */
export class ServerListener implements Listener {
  readonly #options: pg.ClientConfig;
  readonly #subscriptions = new Set<Subscription>();
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #client: pg.Client | undefined;
  #tried = Promise.withResolvers<void>();
  #lastQuery: Promise<unknown> = Promise.resolve();

  constructor(options: pg.ClientConfig) {
    this.#options = options;
  }

  async listen(channel: Channel, onPayload: (payload: string) => void, onMissed?: () => void) {
    const subscription = { channel, onPayload, onMissed };
    this.#subscriptions.add(subscription);
    this.#running ??= this.#run();
    await this.#tried.promise;
    // Listening again does nothing. A connection lost meanwhile is opened again.
    if (this.#client) await this.#query(this.#client, `listen ${channel}`).catch(() => {});
    return async () => void this.#subscriptions.delete(subscription);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  /** Keeps a connection until the listener is closed. */
  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let backoff = times.minBackoff;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const isConnected = await this.#hold(isFirst).catch(() => false);
      this.#tried.resolve();
      backoff = isConnected ? times.minBackoff : Math.min(2 * backoff, times.maxBackoff);
      await wait(backoff * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
    }
  }

  /**
   * Connects and listens until the connection is lost or the listener closed; false if there was no
   * connection.
   */
  async #hold(isFirst: boolean): Promise<boolean> {
    const client = new pg.Client({
      ...this.#options,
      application_name: listenerName,
      connectionTimeoutMillis: times.response,
      query_timeout: times.response,
      keepAlive: true,
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of this.#subscriptions) if (each.channel === channel) each.onPayload(payload);
    });
    try {
      await client.connect();
      this.#client = client;
      for (const { channel } of this.#subscriptions) await this.#query(client, `listen ${channel}`);
      this.#tried.resolve();
      if (!isFirst) for (const { onMissed } of this.#subscriptions) onMissed?.();
      await this.#checkUntil(AbortSignal.any([lost.signal, this.#closing.signal]), client);
      return true;
    } finally {
      this.#client = undefined;
      await Promise.race([client.end(), wait(times.response, undefined, { ref: false })]);
    }
  }

  /** Tries the connection now and then. Resolves once it does not respond, or at the signal. */
  async #checkUntil(signal: AbortSignal, client: pg.Client): Promise<void> {
    try {
      for (;;) {
        await wait(times.check, undefined, { signal });
        await this.#query(client, 'select');
      }
    } catch {
      // Lost or closed.
    }
  }

  /** Runs one query after the other: a connection takes one at a time. */
  async #query(client: pg.Client, text: string): Promise<void> {
    const query = this.#lastQuery.then(async () => client.query(text));
    this.#lastQuery = query.catch(() => {});
    await query;
  }
}
