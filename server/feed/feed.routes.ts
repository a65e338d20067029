import type { FastifyInstance } from 'fastify';

import type { FeedEntry } from '#contract/operator/changes.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { findRowsOfLeads } from '#server/bulk-uploads/uploaded-leads.store.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { busyError } from '#server/http/load-shedding.ts';
import { route } from '#server/http/routes.ts';

import { presentEntry } from './feed.presenter.ts';
import { formatPosition, numberIn } from './feed.rules.ts';
import { findEntry, numberFeed, readFeed } from './feed.store.ts';

/** Registers the changes feed. */
export function feedRoutes(app: FastifyInstance, database: Database): void {
  const { db } = database;
  const changes = changeSignal(app, database);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  route(app, operator.listChanges, async ({ caller, query, reply }) => {
    const { after, limit, wait } = query;
    const { partnerId } = caller;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const time = wait === 0 ? AbortSignal.abort() : AbortSignal.timeout(wait * 1_000);
    const end = AbortSignal.any([gone.signal, closing.signal, time]);
    const signal = changes();
    const number = await findNumber(db, after, partnerId);
    for (;;) {
      // Taken before reading, so that no change is missed between reading and waiting.
      const changedOrEnded = signal.next(end);
      await numberFeed(db);
      const rows = await readFeed(db, { after: number, limit, partnerId });
      if (rows.length > 0) return present(db, rows);
      if (!end.aborted) await signal.waitFor(changedOrEnded);
      if (end.aborted) return [];
    }
  });
}

/**
 * Returns a function that returns the signal of committed changes, which listens from its first
 * call on. Requests don’t wait for it to listen: without a connection to listen on, waiting ends
 * with its time.
 */
function changeSignal(app: FastifyInstance, database: Database): () => ChangeSignal {
  const signal = new ChangeSignal();
  const notify = () => signal.notify();
  let stopping: Promise<() => Promise<void>> | undefined;
  app.addHook('onClose', async () => {
    // A listener without a connection ends with its database.
    void stopping?.then(async (stop) => stop());
  });
  return () => {
    if (!stopping) {
      stopping = database.listen('changes', notify, notify);
      // A change that was committed before may have been missed.
      void stopping.then(notify);
    }
    return signal;
  };
}

/** How many requests wait for a change at the same time: after each change, all of them read. */
export const maxWaiting = 50;

/** Says that something was changed to everybody who waits for it. */
class ChangeSignal {
  readonly #waiting = new Set<() => void>();
  #requests = 0;

  /** Resolves at the next change, or at `end`. Nothing of it is kept afterwards. */
  async next(end: AbortSignal): Promise<void> {
    if (end.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    end.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#waiting.delete(resolve);
  }

  /**
   * Waits for a change that {@link next} returned.
   * @throws ApiError 503 when too many requests wait already
   */
  async waitFor(change: Promise<void>): Promise<void> {
    if (this.#requests >= maxWaiting) throw busyError();
    this.#requests += 1;
    await change;
    this.#requests -= 1;
  }

  /** Ends all waiting. */
  notify(): void {
    for (const resolve of this.#waiting) resolve();
  }
}

/**
 * Returns the number after which to read; `after` is the position of the last entry that the caller
 * has.
 * @throws ApiError 409 when this database has no such position
 */
async function findNumber(
  db: Db,
  after: string | undefined,
  partnerId: string | null,
): Promise<number> {
  if (after === undefined || after === '0') return 0;
  const number = numberIn(after);
  const entry = number === undefined ? undefined : await findEntry(db, number, partnerId);
  if (entry && formatPosition(entry) === after) return entry.number;
  throw new ApiError(
    'unknown-position',
    'This portal has no change at that position: its database was replaced, or restored from a backup. Read the changes again from the beginning.',
  );
}

async function present(db: Db, rows: Awaited<ReturnType<typeof readFeed>>): Promise<FeedEntry[]> {
  const uploaded = await findRowsOfLeads(
    db,
    rows
      .filter(({ via, kind }) => via === 'bulk-upload' && kind === 'created')
      .map(({ recordId }) => recordId),
  );
  const uploadedRows = new Map(uploaded.map((row) => [row.leadId, row]));
  return rows.map((row) =>
    presentEntry(row, row.kind === 'created' ? uploadedRows.get(row.recordId) : undefined),
  );
}
