import type { FastifyInstance } from 'fastify';

import { type Home, homeEndpoints, homeLimits, sumCounts } from '#contract/portal/home.ts';
import { stageTimeEndpoints } from '#contract/portal/stage-times.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { withinTime } from '#server/db/statement-limit.ts';
import { route } from '#server/http/routes.ts';
import { findCommittedTime } from '#server/records/committed-time.store.ts';
import type { OwnerCount } from '#server/records/list/list-counts.store.ts';
import { countLeadsOfWeeks } from '#server/records/list/week-counts.store.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { findVisible, type RecordTable, recordTables } from '#server/records/records.store.ts';

import * as changes from './changed.store.ts';
import { presentHomeRecord, presentStageTime } from './home.presenter.ts';
import { narrowScope, countWaiting, mergeEntries, sumOutcomes } from './home.rules.ts';
import { findNames, findRows, listStageTimes } from './home.store.ts';
import { readSnoozed, readTodo } from './todo.routes.ts';
import { UnchangedResponses } from './unchanged-responses.ts';
import { saveVisit, findVisit } from './visits.store.ts';

const recordEndpoints = {
  leads: stageTimeEndpoints.readLeadStageTime,
  deals: stageTimeEndpoints.readDealStageTime,
};

/** Registers the endpoints of the home page, and of the usual time in a record’s status. */
export function homeRoutes(app: FastifyInstance, { db }: Database): void {
  const responses = new UnchangedResponses<Home>(db);
  route(app, homeEndpoints.readHome, async ({ caller, query }) => {
    const { week = [], partnerId } = query;
    const scope = narrowScope(caller, partnerId);
    const weeks = [week].flat().toSorted();
    const key = JSON.stringify([caller.accountId, scope, weeks]);
    return responses.find(key, async () => {
      // Before the changes are read, so that none of an earlier time can be committed after that.
      const committedAt = await findCommittedTime(db);
      return withinTime(db, async (tx) => readHome({ db: tx, caller, scope, weeks, committedAt }));
    });
  });

  route(app, homeEndpoints.markHomeRead, async ({ caller, readBody }) => {
    const { until } = readBody();
    return { since: (await saveVisit(db, caller.accountId, until)).toISOString() };
  });

  for (const table of recordTables)
    route(app, recordEndpoints[table], async ({ caller, params }) => {
      const record = await findVisible(db, caller, table, params.id);
      const [stage] = await listStageTimes(db, [{ ...record, table }]);
      return { stageTime: presentStageTime(stage) };
    });
}

/** The reader of a home page, and the parts to read. */
interface HomeRequest {
  readonly db: Db;
  readonly caller: Caller;
  readonly scope: Scope;
  readonly weeks: readonly string[];
  /** A time before which every change can be read. */
  readonly committedAt: Date;
}

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Reads the home page of a caller. */
async function readHome(request: HomeRequest): Promise<Home> {
  const { caller, db, scope, weeks } = request;
  const isSupport = caller.role === 'support';
  const [{ todo, counts, snoozed }, leads, changed] = await Promise.all([
    readTodo(request, { limit: homeLimits.todo, offset: 0 }),
    isSupport ? [] : countLeadsOfWeeks(db, { scope, weeks }),
    isSupport ? null : readChanged(request),
  ]);
  return {
    todo,
    snoozed: await readSnoozed(db, snoozed),
    changed,
    weeks: isSupport ? [] : sumOutcomes(leads, weeks),
    owners:
      caller.role === 'broker'
        ? []
        : await readOwners(db, isSupport ? 'partners' : 'contacts', counts),
  };
}

/** Reads what others changed since the caller last marked everything as read. */
async function readChanged({ db, caller, scope, committedAt }: HomeRequest) {
  const seenAt = await findVisit(db, caller.accountId);
  // Changes that commit later are not read here, and have this time or a later one.
  const until = new Date(committedAt.getTime() - 1).toISOString();
  const since = (seenAt ?? new Date(committedAt.getTime() - weekMs)).toISOString();
  const visit: changes.SinceVisit = { scope, readerId: caller.accountId, since };
  const [leads, deals] = await Promise.all([
    changes.readChangedRecords(db, 'leads', visit, homeLimits.records),
    changes.readChangedRecords(db, 'deals', visit, homeLimits.records),
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

async function readLatest(
  db: Db,
  caller: Caller,
  visit: changes.SinceVisit,
  found: Readonly<Record<RecordTable, readonly changes.LatestChange[]>>,
) {
  const latest = recordTables
    .flatMap((table) => found[table].map((change) => ({ ...change, table })))
    .toSorted((one, other) => Number(other.at) - Number(one.at))
    .slice(0, homeLimits.records);
  const entries = await changes.listEntries(
    db,
    latest.map(({ id }) => id),
    visit,
  );
  const read = await Promise.all(
    recordTables.map(async (table) => {
      const ids = latest.flatMap((change) => (change.table === table ? [change.id] : []));
      return Promise.all([findRows(db, table, ids), changes.findUnread(db, table, ids, visit)]);
    }),
  );
  const rows = read.flatMap(([own]) => own);
  const unread = new Set(read.flatMap(([, own]) => own.map((row) => row.record_id)));
  return latest.flatMap(({ id, at, table, is_created: isCreated }) => {
    const row = rows.find((one) => one.id === id);
    const own = entries.filter((entry) => entry.record_id === id);
    return row
      ? {
          ...presentHomeRecord(row, { stageTimes: [], isSupport: false }),
          ...mergeEntries(table, own, caller),
          at: at.toISOString(),
          isCreated,
          isUnread: unread.has(id),
        }
      : [];
  });
}

/** Reads whose records wait for the partner, and how many, most first. */
async function readOwners(db: Db, table: 'contacts' | 'partners', counts: readonly OwnerCount[]) {
  const waiting = [...Map.groupBy(counts, ({ owner }) => owner)]
    .map(([id, own]) => ({ id, ...countWaiting(own) }))
    .filter((owner) => sumCounts(owner) > 0)
    .toSorted((one, other) => sumCounts(other) - sumCounts(one))
    .slice(0, homeLimits.owners);
  const ids = waiting.map(({ id }) => id);
  const names = await findNames(db, table, ids);
  return waiting.map((owner) => ({ ...owner, name: names.get(owner.id) ?? '' }));
}
