import { type Home, homeLimits } from '#contract/portal/home.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type RecordTable, recordTables } from '#server/records/records.store.ts';

import {
  findUnread,
  type LatestChange,
  listEntries,
  readChangedRecords,
  type SinceVisit,
} from './changed.store.ts';
import { presentChangedRecord } from './home.presenter.ts';
import { findRows } from './home.store.ts';
import type { TodoReader } from './read-todo.ts';
import { findVisit } from './visits.store.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Returns what others changed since the caller last marked everything as read, or in the last week.
 * `committedAt` is a time before which every change can be read.
 */
export async function readChanged(
  { db, caller, scope }: TodoReader,
  committedAt: Date,
): Promise<Home['changed']> {
  const seenAt = await findVisit(db, caller.accountId);
  // Changes that commit later are not read here, and have this time or a later one.
  const until = new Date(committedAt.getTime() - 1).toISOString();
  const since = (seenAt ?? new Date(committedAt.getTime() - weekMs)).toISOString();
  const visit: SinceVisit = { scope, readerId: caller.accountId, since };
  const [leads, deals] = await Promise.all([
    readChangedRecords(db, 'leads', visit, homeLimits.records),
    readChangedRecords(db, 'deals', visit, homeLimits.records),
  ]);
  const latest = await readLatest(db, caller, visit, { leads: leads.latest, deals: deals.latest });
  return {
    since,
    isFirst: seenAt === undefined,
    until: findEarlier(latest[0]?.at ?? until, until),
    leads: leads.total,
    deals: deals.total,
    latest,
  };
}

/** Returns the earlier of two times in ISO 8601, which are in the same form. */
const findEarlier = (one: string, other: string): string => (one < other ? one : other);

/** Reads the records that changed last, with what others did to each. */
async function readLatest(
  db: Db,
  caller: Caller,
  visit: SinceVisit,
  found: Readonly<Record<RecordTable, readonly LatestChange[]>>,
) {
  const latest = recordTables
    .flatMap((table) => found[table].map((change) => ({ ...change, table })))
    .toSorted((one, other) => Number(other.at) - Number(one.at))
    .slice(0, homeLimits.records);
  const entries = await listEntries(
    db,
    latest.map(({ id }) => id),
    visit,
  );
  const read = await Promise.all(
    recordTables.map(async (table) => {
      const ids = latest.flatMap((change) => (change.table === table ? [change.id] : []));
      return Promise.all([findRows(db, table, ids), findUnread(db, table, ids, visit)]);
    }),
  );
  const records = new Map(read.flatMap(([own]) => own).map((row) => [row.id, row]));
  const unreadIds = new Set(read.flatMap(([, own]) => own.map((row) => row.record_id)));
  const context = { records, entries, unreadIds, caller };
  return latest.flatMap((change) => presentChangedRecord(change, context));
}
