import type { RecordListName } from '#contract/v1/record-types.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { inGroups } from '#server/http/event-loop.ts';
import { findLeadsOfDeals } from '#server/leads/leads.store.ts';
import { listUserNames } from '#server/partners/partners.store.ts';
import type { RecordsRequest } from '#server/records/list/list-request.ts';
import { everyRecord } from '#server/records/list/list.store.ts';
import type { RecordTable, Rows } from '#server/records/records.store.ts';

import { dealFile, type ExportFile, leadFile, watcherIds } from './export-file.ts';

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

/** The lines of a file of each list. */
export const linesByList: Readonly<
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
