import { findQuestionIn } from '#contract/portal/history.ts';
import type { ChangedRecord, DueGroup, Home, HomeRecord, Todo } from '#contract/portal/home.ts';
import { recordWaits } from '#contract/portal/record-waits.ts';
import { dealResponseFields } from '#contract/v1/deals.ts';
import { leadResponseFields } from '#contract/v1/lead-records.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { FollowUpRow } from '#server/follow-ups/follow-ups.store.ts';
import type { HandBackRow } from '#server/outcomes/outcomes.store.ts';
import type { OwnerCount, RecordStatuses } from '#server/records/list/list-counts.store.ts';
import type { WeekCount } from '#server/records/list/week-counts.store.ts';
import type { RecordTable } from '#server/records/records.store.ts';

import type { EntryRow, EntryActor } from './changed.store.ts';
import type { StageTimeRow } from './home.store.ts';
import type { WaitingStage } from './todo.store.ts';

const columns = { statusSinceDate: 'status_since', subStatusSinceDate: 'sub_status_since' };

/** Returns who a record waits for; `since` is the column of the time. */
function findWait(table: RecordTable, status: string, subStatus: string) {
  return recordWaits[typesByList[table]]({ status, subStatus, ...columns });
}

/**
 * Returns the stages of a table in which records wait for the partner, with the time that says
 * since when, and the usual time if it is known. Most possible stages have no records.
 */
export function waitingStages(
  stages: readonly RecordStatuses[],
  table: RecordTable,
  stageTimes: readonly StageTimeRow[],
): WaitingStage[] {
  return stages.flatMap(({ table: of, status, sub_status: subStatus }) => {
    const wait = of === table ? findWait(table, status, subStatus) : undefined;
    // Else a request is the reason.
    if (wait?.on !== 'partner') return [];
    const since = wait.since === columns.statusSinceDate ? 'status_since' : 'sub_status_since';
    const stageTime = stageTimes.find((time) => time.table === table && time.status === status);
    return [{ status, sub_status: subStatus, since, typicalTime: stageTime?.median }];
  });
}

/** Returns whether a record waits for the partner. */
function isWaitingRecord(record: RecordStatuses & { readonly has_request: boolean }) {
  const { table, status, sub_status: subStatus, has_request: hasRequest } = record;
  return hasRequest || findWait(table, status, subStatus)?.on === 'partner';
}

/**
 * Returns the records that somebody follows up, as seen on a day: those whose day has come, those
 * that are not in the list yet, and those that wait for the partner and are left out: until then,
 * or because they were handed back.
 */
export function splitFollowUps(
  {
    followed,
    handedBack,
  }: { readonly followed: readonly FollowUpRow[]; readonly handedBack: readonly HandBackRow[] },
  today: string,
) {
  const now = followed.filter(({ day }) => day <= today);
  const later = followed.filter((row) => row.day > today && (row.is_held || !isWaitingRecord(row)));
  // A day that has come brings back what was handed back, too.
  const shownIds = new Set(now.map(({ id }) => id));
  const out = new Map([...later, ...handedBack].map((row) => [row.id, row]));
  const held = [...out.values()].filter((row) => !shownIds.has(row.id) && isWaitingRecord(row));
  return { now, later, held };
}

/** Returns by how much follow-ups change the numbers of the records that wait, by owner. */
export function countFollowUps({
  now,
  held,
}: Pick<ReturnType<typeof splitFollowUps>, 'now' | 'held'>): OwnerCount[] {
  const added = now.filter((row) => !isWaitingRecord(row)).map((row) => [row, 1] as const);
  const removed = held.map((row) => [row, -1] as const);
  return [...added, ...removed].map(([row, total]) => ({
    table: row.table,
    owner: row.contact_id,
    total,
  }));
}

/** Returns how many records wait for the partner. */
export function countWaiting(counts: readonly OwnerCount[]): Record<RecordTable, number> {
  const sum = (table: RecordTable) =>
    counts.reduce((total, count) => total + (count.table === table ? count.total : 0), 0);
  return { leads: sum('leads'), deals: sum('deals') };
}

/** Returns the day of a moment in UTC: YYYY-MM-DD. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Returns when something is due as seen on a day; all days are YYYY-MM-DD. */
export function findDueGroup(due: string | null, today: string): DueGroup {
  if (due === null) return 'none';
  if (due <= today) return due < today ? 'overdue' : 'today';
  return due <= findSunday(today) ? 'week' : 'later';
}

/** Returns the last day of the week of a day. */
function findSunday(day: string): string {
  const sunday = new Date(`${day}T00:00:00Z`);
  sunday.setUTCDate(sunday.getUTCDate() + ((7 - sunday.getUTCDay()) % 7));
  return utcDay(sunday);
}

/** Returns how many of all waiting records are due when: those without a day are the rest. */
export function sumDueGroups(
  days: readonly { readonly due: string; readonly total: number }[],
  { total, today }: { readonly total: number; readonly today: string },
): Todo['due'] {
  const sums = { overdue: 0, today: 0, week: 0, later: 0, none: total };
  for (const { due, total: ofDay } of days) {
    sums[findDueGroup(due, today)] += ofDay;
    sums.none -= ofDay;
  }
  return sums;
}

/** Returns how many leads of each week became deals, as the filter of the list finds them. */
export function sumOutcomes(counts: readonly WeekCount[], weeks: readonly string[]): Home['weeks'] {
  return weeks.map((from, at) => {
    const { total = 0, converted = 0 } = counts.find(({ week }) => week === at + 1) ?? {};
    return { from, converted, others: total - converted };
  });
}

const returned: Readonly<Record<RecordTable, readonly string[]>> = {
  leads: Object.keys(leadResponseFields.shape),
  deals: Object.keys(dealResponseFields.shape),
};
/** The fields that have a place of their own in a change. */
const shownSeparately = new Set(['status', 'subStatus', 'numberOfCallsMade', 'lastCallDate']);

/** The change that others made in a record, as one from the first value to the last. */
export function mergeEntries(
  table: RecordTable,
  entries: readonly EntryRow[],
  caller: Caller,
): Omit<ChangedRecord, keyof HomeRecord | 'at' | 'isCreated' | 'isUnread'> {
  const ofKind = (name: EntryRow['kind']) => entries.filter(({ kind }) => kind === name).length;
  const changes = entries.filter(({ kind }) => kind === 'changed' || kind === 'call');
  const names = changes.flatMap(({ former, current }) =>
    [...Object.keys(former), ...Object.keys(current)]
      .filter((name) => !shownSeparately.has(name))
      .map((name) => (name === 'brokerRepId' ? 'brokerRep' : name)),
  );
  const questions = changes.flatMap(({ current }) => findQuestionIn(current) ?? []);
  return {
    statusChange: findStatusChange('status', changes),
    subStatusChange: findStatusChange('subStatus', changes),
    fields: [...new Set(names)].filter((name) => returned[table].includes(name)),
    files: ofKind('attached'),
    correctedFiles: ofKind('file-changed'),
    withdrawnFiles: ofKind('file-withdrawn'),
    calls: ofKind('call'),
    questions: questions.filter(({ state }) => state === 'open').length,
    answer: questions.findLast(({ state }) => state === 'answered')?.text ?? null,
    by: nameActors(entries, caller),
  };
}

/** Returns the first and the last value of a status; null if they are the same. */
function findStatusChange(name: 'status' | 'subStatus', changes: readonly EntryRow[]) {
  const withStatus = changes.filter(({ current }) => Object.hasOwn(current, name));
  const from = withStatus[0]?.former[name];
  const to = withStatus.at(-1)?.current[name];
  return typeof from === 'string' && typeof to === 'string' && from !== to ? { from, to } : null;
}

/**
 * Returns everybody who made one of some changes, each once: the lender's own changes are not a
 * colleague's, whoever was last.
 */
function nameActors(entries: readonly EntryRow[], caller: Caller): ChangedRecord['by'] {
  const actors = entries.map((entry) => whoMade(entry, caller));
  const names = new Set(actors.flatMap(({ name }) => name ?? []));
  return {
    isOperator: actors.some(({ isOperator }) => isOperator),
    name: names.size > 0 ? [...names].join(' and ') : null,
  };
}

/** Returns who made a change. Only people of the same partner are named to each other. */
export function whoMade(entry: EntryActor, caller: Caller): ChangedRecord['by'] {
  const isColleague =
    entry.account_partner_id !== null && entry.account_partner_id === caller.partnerId;
  return {
    isOperator: entry.via === 'operator' || entry.account_role === 'support',
    name: isColleague ? entry.account_name : null,
  };
}
