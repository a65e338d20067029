import type { FastifyInstance } from 'fastify';

import { exportEndpoints, exportLifetimeMs } from '#contract/portal/exports.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import { getOrigin } from '#server/audit/audit.store.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { inGroups } from '#server/http/event-loop.ts';
import { route } from '#server/http/routes.ts';
import { echoKey, withIdempotency } from '#server/idempotency/idempotency.ts';
import { findLeadsOfDeals } from '#server/leads/leads.store.ts';
import { listUserNames } from '#server/partners/partners.store.ts';
import { countMatches } from '#server/records/list/list-counts.store.ts';
import { isFiltered, type RecordsRequest } from '#server/records/list/list-request.ts';
import { countRecords, everyRecord } from '#server/records/list/list.store.ts';
import { selectedRecords } from '#server/records/list/selected-records.ts';
import { requireOwn } from '#server/records/records.policy.ts';
import type { RecordTable, Rows } from '#server/records/records.store.ts';
import type { Downloads } from '#server/spreadsheets/downloads.ts';

import { dealFile, type ExportFile, leadFile, watcherIds } from './export-file.ts';
import { requireExportRoom } from './exports.policy.ts';
import { presentExport } from './exports.presenter.ts';
import * as store from './exports.store.ts';
import { recordExport } from './record-export.ts';

/** The time between two writes of a download’s progress, in milliseconds. */
const progressMs = 500;

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
    const parts = recorded({ db, id, ends }, lines);
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

/** The records of a file, and who downloads it. */
interface FileRequest {
  readonly db: Db;
  readonly filter: RecordsRequest;
  readonly caller: Caller;
}

async function* leadLines(request: FileRequest) {
  yield* recordLines('leads', request, leadFile, async (rows) => rows);
}

async function* dealLines(request: FileRequest) {
  const { caller, db, filter } = request;
  const isSupport = caller.role === 'support';
  const partnerId = isSupport ? null : caller.partnerId;
  yield* recordLines('deals', request, dealFile(isSupport), async (rows) => {
    const ids = rows.map(({ id }) => id);
    const leads = await findLeadsOfDeals(db, ids, filter.scope);
    const watchers = [...new Set(rows.flatMap(watcherIds))];
    const users = await listUserNames(db, watchers, partnerId);
    const names = new Map(users.map(({ id, name }) => [id, name]));
    return rows.map((row) => ({ row, lead: leads.get(row.id), names }));
  });
}

const linesByList: Readonly<
  Record<RecordListName, (request: FileRequest) => AsyncGenerator<string[]>>
> = { leads: leadLines, deals: dealLines };

/** Yields the lines of a file, so few at once that no other request waits for them. */
async function* recordLines<Table extends RecordTable, Row>(
  table: Table,
  { db, filter }: FileRequest,
  { header, lineOf }: ExportFile<Row>,
  prepare: (rows: Rows[Table][]) => Promise<Row[]>,
): AsyncGenerator<string[]> {
  yield [header];
  for await (const rows of everyRecord(db, table, filter)) {
    yield* inGroups(linesOf(await prepare(rows), lineOf), (line) => line.length);
  }
}

/** Yields the line of each row only once it is its turn. */
function* linesOf<Row>(rows: readonly Row[], lineOf: (row: Row) => string): Generator<string> {
  for (const row of rows) yield lineOf(row);
}

/**
 * Yields groups of lines, the header first, and records how many rows have been taken, also by who
 * disconnects before the end: the first of them before they are sent.
 */
async function* recorded(
  { db, id, ends }: { db: Db; id: string; ends: Set<Promise<void>> },
  groups: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  const end = Promise.withResolvers<void>();
  ends.add(end.promise);
  let sent = -1;
  let isEnd = false;
  let savedAt = -Infinity;
  const save = async () => {
    if (await store.saveSent(db, id, sent, isEnd)) return;
    throw new ApiError('not-found', 'This export doesn’t exist.');
  };
  try {
    for await (const lines of groups) {
      sent += lines.length;
      if (sent > 0 && performance.now() - savedAt >= progressMs) {
        await save();
        savedAt = performance.now();
      }
      yield lines.join('');
    }
    isEnd = true;
  } finally {
    await save().finally(() => {
      ends.delete(end.promise);
      end.resolve();
    });
  }
}
