import { type Home, homeLimits, sumCounts } from '#contract/portal/home.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type FollowUpRow, listFollowUps } from '#server/follow-ups/follow-ups.store.ts';
import { findLeadsOfDeals } from '#server/leads/leads.store.ts';
import { listHandBacks } from '#server/outcomes/outcomes.store.ts';
import { countByOwner } from '#server/records/list/list-counts.store.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { recordTables } from '#server/records/records.store.ts';
import { listPending } from '#server/requests/requests.store.ts';

import { presentFollowUp, presentWaiting } from './home.presenter.ts';
import {
  countFollowUps,
  countWaiting,
  splitFollowUps,
  sumDueGroups,
  waitingStages,
} from './home.rules.ts';
import { findRows, listStageTimes } from './home.store.ts';
import { countByDueDay, listWaiting, type WaitingRequest } from './todo.store.ts';

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
 * Without `during`, also those whose follow-up day has come, and without those to follow up later.
 * Without those handed back. Support has no follow-ups, and sees what was handed back.
 */
export async function readTodo(
  reader: TodoReader,
  cut: Pick<WaitingRequest, 'limit' | 'offset' | 'during'>,
) {
  const { db, caller, scope, today } = reader;
  const [waiting, followed, handedBack] = await Promise.all([
    readWaiting(reader),
    caller.role === 'support' ? [] : listFollowUps(db, caller),
    caller.role === 'support' ? [] : listHandBacks(db, scope),
  ]);
  const stages = waiting.flatMap(({ statuses }) => statuses);
  const { now, held, later } = splitFollowUps({ followed, handedBack }, today);
  const listed = waiting.flatMap(({ owners }) => owners);
  // For one partner, support sees the most overdue first.
  const { partnerId = '' } = caller.role === 'support' && 'partnerId' in scope ? scope : {};
  const byStatus = new Map(
    stages.map((stage) => [`${stage.table} ${stage.status}`, { ...stage, partner_id: partnerId }]),
  );
  const typicalTimes = partnerId === '' ? [] : await listStageTimes(db, [...byStatus.values()]);
  // What only began to wait is not in the order of the days on which somebody returns to it.
  const followUps = cut.during ? [] : now;
  const request = { scope, omittedIds: [...held, ...followUps].map(({ id }) => id), followUps };
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
  const days = new Map(now.map(({ id, day }) => [id, day]));
  const context = { records, leads, requests, stageTimes, days, caller, today };
  const totals = countWaiting([...listed, ...countFollowUps({ now, held })]);
  const todo = {
    records: rows.flatMap((row) => presentWaiting(row, context)),
    ...totals,
    due: sumDueGroups([...dueDays, ...followUps.map(({ due }) => ({ due, total: 1 }))], {
      total: sumCounts(totals),
      today,
    }),
    listed: countWaiting(listed),
  };
  return { todo, listed, later };
}

/** Counts, by owner, what the lists have when filtered by what waits for the partner. */
async function readWaiting({ db, caller, scope }: Omit<TodoReader, 'today'>) {
  const request = { scope, readerId: caller.accountId, q: '', waitingOn: ['partner'] } as const;
  const level = caller.role === 'support' ? 'partners' : 'contacts';
  return Promise.all(recordTables.map(async (table) => countByOwner(db, table, request, level)));
}

/** Returns the records to follow up later, the first day first. */
export async function readFollowUps(
  db: Db,
  later: readonly FollowUpRow[],
): Promise<Home['followUps']> {
  const shown = later.slice(0, homeLimits.followUps);
  const ids = shown.map(({ id }) => id);
  const found = await Promise.all(recordTables.map(async (table) => findRows(db, table, ids)));
  return shown.flatMap((row) => presentFollowUp(row, found.flat()));
}
