import { type Home, homeLimits, sumCounts } from '#contract/portal/home.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { findLeadsOfDeals } from '#server/leads/leads.store.ts';
import { countByOwner } from '#server/records/list/list-counts.store.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { recordTables } from '#server/records/records.store.ts';
import { listPending } from '#server/requests/requests.store.ts';

import { presentSnoozed, presentWaiting } from './home.presenter.ts';
import { countWaiting, isWaitingRecord, sumDueGroups, waitingStages } from './home.rules.ts';
import { findRows, listStageTimes } from './home.store.ts';
import {
  countByDueDay,
  listSnoozed,
  listWaiting,
  type SnoozedRow,
  type WaitingRequest,
} from './todo.store.ts';

/** A reader, and the owner whose records are read. */
export interface TodoReader {
  readonly db: Db;
  readonly caller: Caller;
  readonly scope: Scope;
  /** The reader's day, which decides what is overdue. */
  readonly today: string;
}

/**
 * Reads a page of the records that wait for the partner, or that began to wait `during` a time.
 * Support also sees those that others have snoozed.
 */
export async function readTodo(
  reader: TodoReader,
  cut: Pick<WaitingRequest, 'limit' | 'offset' | 'during'>,
) {
  const { db, caller, scope, today } = reader;
  const [waiting, snoozes] = await Promise.all([
    readWaiting(reader),
    caller.role === 'support' ? [] : listSnoozed(db, caller),
  ]);
  const stages = waiting.flatMap(({ statuses }) => statuses);
  const snoozed = snoozes.filter(isWaitingRecord);
  const left = snoozed.map((row) => ({ table: row.table, owner: row.contact_id, total: -1 }));
  const counts = [...waiting.flatMap(({ owners }) => owners), ...left];
  // For one partner, support sees the most overdue first.
  const { partnerId = '' } = caller.role === 'support' && 'partnerId' in scope ? scope : {};
  const byStatus = new Map(
    stages.map((stage) => [`${stage.table} ${stage.status}`, { ...stage, partner_id: partnerId }]),
  );
  const typicalTimes = partnerId === '' ? [] : await listStageTimes(db, [...byStatus.values()]);
  const request = { scope, snoozedIds: snoozed.map(({ id }) => id) };
  const [rows, dueDays] = await Promise.all([
    listWaiting(db, {
      ...request,
      stages: {
        leads: waitingStages(stages, 'leads', typicalTimes),
        deals: waitingStages(stages, 'deals', typicalTimes),
      },
      ...cut,
    }),
    countByDueDay(db, request),
  ]);
  const ids = rows.map(({ id }) => id);
  const dealIds = rows.flatMap(({ table, id }) => (table === 'deals' ? id : []));
  const [requests, leads, ...found] = await Promise.all([
    listPending(db, ids),
    findLeadsOfDeals(db, dealIds, scope),
    ...recordTables.map(async (table) => findRows(db, table, ids)),
  ]);
  const records = new Map(found.flat().map((row) => [row.id, row]));
  const stageTimes = await listStageTimes(db, [...records.values()]);
  const context = { records, leads, requests, stageTimes, caller, today };
  const totals = countWaiting(counts);
  const todo = {
    records: rows.flatMap((row) => presentWaiting(row, context)),
    ...totals,
    due: sumDueGroups(dueDays, { total: sumCounts(totals), today }),
  };
  return { todo, counts, snoozed };
}

/** Counts, by owner, what the lists have when filtered by what waits for the partner. */
async function readWaiting({ db, caller, scope }: Omit<TodoReader, 'today'>) {
  const request = { scope, readerId: caller.accountId, q: '', waitingOn: ['partner'] } as const;
  const level = caller.role === 'support' ? 'partners' : 'contacts';
  return Promise.all(recordTables.map(async (table) => countByOwner(db, table, request, level)));
}

/** Returns the snoozed records, the first to come back first. */
export async function readSnoozed(
  db: Db,
  snoozed: readonly SnoozedRow[],
): Promise<Home['snoozed']> {
  const shown = snoozed.slice(0, homeLimits.snoozed);
  const ids = shown.map(({ id }) => id);
  const found = await Promise.all(recordTables.map(async (table) => findRows(db, table, ids)));
  return shown.flatMap((row) => presentSnoozed(row, found.flat()));
}
