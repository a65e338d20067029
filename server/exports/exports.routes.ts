import type { FastifyInstance } from 'fastify';

import { exportEndpoints, exportLifetimeMs } from '#contract/portal/exports.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import { getOrigin } from '#server/auth/origin.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { echoKey, withIdempotency } from '#server/idempotency/idempotency.ts';
import { countMatches } from '#server/records/list/list-counts.store.ts';
import { isFiltered, type RecordsRequest } from '#server/records/list/list-request.ts';
import { countRecords } from '#server/records/list/list.store.ts';
import { selectedRecords } from '#server/records/list/selected-records.ts';
import { requireOwn } from '#server/records/records.policy.ts';
import type { Downloads } from '#server/spreadsheets/downloads.ts';

import { linesByList } from './export-lines.ts';
import { recordProgress } from './export-progress.ts';
import { requireExportRoom } from './exports.policy.ts';
import { presentExport } from './exports.presenter.ts';
import * as store from './exports.store.ts';
import { recordExport } from './record-export.ts';

interface Deps {
  readonly database: Database;
  readonly now: () => Date;
  readonly downloads: Downloads;
}

/** Registers the endpoints to export the records of a list. */
export function exportRoutes(
  app: FastifyInstance,
  { database: { db }, now, downloads }: Deps,
): void {
  const ends = new Set<Promise<void>>();
  // What was taken is recorded before the database is closed.
  app.addHook('onClose', async () => {
    await Promise.all(ends);
  });

  route(app, exportEndpoints.createExport, async ({ caller, readBody, request, reply }) => {
    const body = readBody();
    const { list, selection = { query: body.query ?? '' } } = body;
    const filter = selectedRecords(caller, list, selection);
    const total = await countInTime(db, list, filter);
    const exported = { list, selection, total, isFiltered: isFiltered(filter) };
    const keyed = { endpoint: exportEndpoints.createExport, caller, request };
    const created = await withIdempotency(db, keyed, async (tx) => {
      await requireExportRoom(tx, caller.accountId);
      const id = await store.insertExport(tx, caller, exported);
      const row = requireOwn(caller, await store.findExport(tx, id), 'export');
      await recordExport(tx, 'export-created', { ...getOrigin(caller, request), row });
      return presentExport(row);
    });
    echoKey(request, reply);
    return created;
  });

  route(app, exportEndpoints.readExport, async ({ caller, params }) =>
    presentExport(requireOwn(caller, await store.findExport(db, params.id), 'export')),
  );

  route(app, exportEndpoints.downloadExport, async ({ caller, params, request, reply }) => {
    const exported = requireOwn(caller, await store.findExport(db, params.id), 'export');
    const { id, list, created_at: createdAt } = exported;
    const selection = store.toSelection(exported);
    if (selection === null || now().getTime() - createdAt.getTime() > exportLifetimeMs)
      throw new ApiError(
        'no-longer-stored',
        'This export is older than an hour. Export the list again.',
      );
    const filter = selectedRecords(caller, list, selection);
    downloads.begin(caller, reply.raw);
    await recordExport(db, 'export-downloaded', {
      ...getOrigin(caller, request),
      row: exported,
    });
    const lines = linesByList[list]({ db, filter, caller });
    const name = `${list} ${createdAt.toISOString().slice(0, 10)}.csv`;
    const parts = recordProgress({ db, id, ends }, lines);
    return downloads.sendCsv(reply, caller, { name, parts });
  });
}

/**
 * Returns the number of records that a list shows; null rather than a late one, because the file
 * does not depend on it. What changes before the file is read is in the file only.
 */
async function countInTime(db: Db, list: RecordListName, filter: RecordsRequest) {
  if (isFiltered(filter)) return countMatches(db, list, filter, Number.MAX_SAFE_INTEGER - 1);
  return countRecords(db, list, filter);
}
