import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import { findRowsOfLeads } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';

import { changeSignal } from './change-signal.ts';
import { presentFeed } from './feed.presenter.ts';
import { formatPosition, numberIn } from './feed.rules.ts';
import { type FeedRow, findFeedEntry, numberFeed, readFeed } from './feed.store.ts';

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
      if (rows.length > 0)
        return presentFeed(rows, await findRowsOfLeads(db, listUploadedLeads(rows)));
      if (!end.aborted) await signal.waitFor(changedOrEnded);
      if (end.aborted) return [];
    }
  });
}

/**
 * Returns the number after which to read; `after` is the position of the last entry that the caller
 * has.
 * @throws ApiError 409 when this database has no such position
 */
async function findNumber(db: Db, after: string | undefined, partnerId: string | null) {
  if (after === undefined || after === '0') return 0;
  const number = numberIn(after);
  const entry = number === undefined ? undefined : await findFeedEntry(db, number, partnerId);
  if (entry && formatPosition(entry) === after) return entry.number;
  throw new ApiError(
    'unknown-position',
    'This portal has no change at that position: its database was replaced, or restored from a backup. Read the changes again from the beginning.',
  );
}

/** Returns the leads that rows of bulk uploads became. */
function listUploadedLeads(rows: readonly FeedRow[]): string[] {
  return rows
    .filter(({ via, kind }) => via === 'bulk-upload' && kind === 'created')
    .map(({ recordId }) => recordId);
}
