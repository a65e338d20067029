import { type Home, homeLimits } from '#contract/portal/home.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { findCommittedTime } from '#server/records/committed-time.ts';
import { type RecordTable, recordTables } from '#server/records/record-types.ts';
import type { Scope } from '#server/records/records.policy.ts';

import {
  type ChangedCount,
  type LatestChange,
  listEntries,
  readChangedRecords,
  type SinceVisit,
} from './changed.store.ts';
import { presentHomeRecord } from './home.presenter.ts';
import {
  sumByStatus,
  sumOutcomes,
  countWaiting,
  mergeEntries,
  ownersIn,
  addUp,
} from './home.rules.ts';
import { findNames, findRows, listOpenUploads } from './home.store.ts';
import { readSnoozed, readTodo } from './read-todo.ts';
import {
  countLeadsOfWeeks,
  countStatuses,
  type LeadCount,
  type OwnerCount,
} from './totals.store.ts';
import { findUnread } from './unread.store.ts';
import { findVisit } from './visits.store.ts';

/** Whose home page is read, and what of it. */
export interface HomeRequest {
  readonly db: Db;
  readonly caller: Caller;
  readonly scope: Scope;
  readonly weeks: readonly string[];
}

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Reads the home page of a caller. */
export async function readHome(request: HomeRequest): Promise<Home> {
  const { caller, db, scope, weeks } = request;
  const isSupport = caller.role === 'support';
  const owner = isSupport ? 'partner_id' : 'contact_id';
  const [{ todo, snoozed }, counts, leads, changes, uploads] = await Promise.all([
    readTodo(request, { limit: homeLimits.todo, offset: 0 }),
    countStatuses(db, { scope, owner }),
    isSupport ? [] : countLeadsOfWeeks(db, { scope, weeks }),
    isSupport ? null : readChanged(request),
    caller.role === 'partner-admin'
      ? listOpenUploads(db, caller.partnerId, homeLimits.records)
      : [],
  ]);
  return {
    todo,
    snoozed: await readSnoozed(db, snoozed),
    waiting: countWaiting(counts),
    oldest: todo.records.slice(0, homeLimits.records),
    changed: changes && changes.changed,
    weeks: isSupport ? [] : sumOutcomes(leads, weeks),
    stages: sumByStatus(counts, 'deals'),
    contacts:
      caller.role === 'partner-admin' && changes
        ? await readContacts(db, { counts, leads, changes: changes.counts, weeks })
        : [],
    partners: isSupport ? await readPartners(db, counts) : [],
    uploads: uploads.map((upload) => ({
      id: upload.id,
      fileName: upload.file_name,
      createdAt: upload.created_at.toISOString(),
      read: upload.read,
      submitted: upload.submitted,
    })),
  };
}

/** Reads what others changed since the caller last marked everything as read. */
async function readChanged({ db, caller, scope }: HomeRequest) {
  // Before the changes are read, so that none of an earlier time can be committed after that.
  const [seenAt, committedAt] = await Promise.all([
    findVisit(db, caller.accountId),
    findCommittedTime(db),
  ]);
  // What is committed later is not yet read, and is at this time or later.
  const until = new Date(committedAt.getTime() - 1).toISOString();
  const since = (seenAt ?? new Date(committedAt.getTime() - weekMs)).toISOString();
  const visit: SinceVisit = { scope, readerId: caller.accountId, since };
  const [leads, deals] = await Promise.all([
    readChangedRecords(db, 'leads', visit, homeLimits.records),
    readChangedRecords(db, 'deals', visit, homeLimits.records),
  ]);
  const latest = await readLatest(db, caller, visit, { leads: leads.latest, deals: deals.latest });
  return {
    counts: { leads: leads.counts, deals: deals.counts },
    changed: {
      since,
      isFirst: seenAt === undefined,
      until: findEarlier(latest[0]?.at ?? until, until),
      leads: addUp(leads.counts.map(({ total }) => total)),
      deals: addUp(deals.counts.map(({ total }) => total)),
      latest,
    },
  };
}

/** Returns the earlier of two times in ISO 8601, which are in the same form. */
function findEarlier(one: string, other: string): string {
  return one < other ? one : other;
}

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
  const listIds = (table: RecordTable) =>
    latest.flatMap((change) => (change.table === table ? [change.id] : []));
  const [leads, deals, unreadLeads, unreadDeals, entries] = await Promise.all([
    findRows(db, 'leads', listIds('leads')),
    findRows(db, 'deals', listIds('deals')),
    findUnread(db, 'leads', listIds('leads'), visit),
    findUnread(db, 'deals', listIds('deals'), visit),
    listEntries(
      db,
      latest.map(({ id }) => id),
      visit,
    ),
  ]);
  const rows = [...leads, ...deals];
  const unread = new Set([...unreadLeads, ...unreadDeals].map((row) => row.record_id));
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

/** Reads the numbers of each contact of the partner, by name. */
async function readContacts(
  db: Db,
  known: {
    counts: readonly OwnerCount[];
    leads: readonly LeadCount[];
    changes: Readonly<Record<RecordTable, readonly ChangedCount[]>>;
    weeks: readonly string[];
  },
): Promise<Home['contacts']> {
  const { counts, leads, changes, weeks } = known;
  const names = await findNames(db, 'contacts', ownersIn(counts));
  const countChanged = (table: RecordTable, id: string) =>
    changes[table].find(({ owner }) => owner === id)?.total ?? 0;
  return [...names].toSorted(byName).map(([id, name]) => {
    const week = sumOutcomes(leads, weeks, id).at(-1);
    return {
      id,
      name,
      waiting: countWaiting(counts, id).partner,
      changed: { leads: countChanged('leads', id), deals: countChanged('deals', id) },
      leadsOfWeek: week ? week.open + week.converted + week.ended : 0,
    };
  });
}

/** Reads the numbers of each partner, those with the most to do first. */
async function readPartners(db: Db, counts: readonly OwnerCount[]): Promise<Home['partners']> {
  const names = await findNames(db, 'partners', ownersIn(counts));
  const byPartner = Map.groupBy(counts, ({ owner }) => owner);
  return [...names]
    .toSorted(byName)
    .map(([id, name]) => {
      const own = byPartner.get(id) ?? [];
      const used = (table: RecordTable) => sumByStatus(own, table).filter(({ total }) => total > 0);
      const statuses = { leads: used('leads'), deals: used('deals') };
      return { id, name, waiting: countWaiting(own), statuses };
    })
    .toSorted((one, other) => countAll(other.waiting) - countAll(one.waiting))
    .slice(0, homeLimits.partners);
}

function countAll({ partner, client, lender }: Home['waiting']): number {
  return addUp([partner, client, lender].flatMap(({ leads, deals }) => [leads, deals]));
}

function byName([, one]: [string, string], [, other]: [string, string]): number {
  return one.localeCompare(other);
}
