import { dealSubStatusesWaitingOn } from '#contract/portal/deal-waits.ts';
import { leadStatusesWaitingOn } from '#contract/portal/waiting-on.ts';
import { listKeys } from '#contract/typed-objects.ts';
import type { DealListQuery } from '#contract/v1/deal-lists.ts';
import type { LeadListQuery, LeadOutcome } from '#contract/v1/lead-lists.ts';
import { daysAgo } from '#contract/v1/list-parameters.ts';
import type { notFilters, WaitingOn } from '#contract/v1/record-lists.ts';
import type { Bind } from '#server/db/statement.ts';
import type { RecordTable } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';

import { isConverted } from './creation-blocks.store.ts';
import {
  byTable,
  type FilteredByLead,
  leadHasAttachments,
  leadIsOfUpload,
} from './deal-lead-filters.store.ts';
import { selectFollowUpDay } from './followed.store.ts';
import { changeKinds, isOfKinds, otherActors, unreadEntries } from './record-changes.store.ts';

type FilterName = Exclude<keyof LeadListQuery | keyof DealListQuery, keyof typeof notFilters | 'q'>;
type ValueOf<Query, Name> = Name extends keyof Query ? Query[Name] : never;

/** The values of the filters of the contract’s lists, besides their search. */
type ContractFilters = {
  readonly [Name in FilterName]: Readonly<
    ValueOf<LeadListQuery, Name> | ValueOf<DealListQuery, Name>
  >;
};
interface Filters extends ContractFilters {
  /** Only these records. */
  readonly ids: readonly string[];
}

/**
 * The filters of a list besides its search; one that is absent or empty filters nothing. In
 * `changedSince`, a moment has replaced the word for the reader’s last visit
 * (tolerant-search.store.ts).
 */
export type FilterValues = Partial<Filters>;

/** The records that are filtered, and who reads them. */
export interface Filtered extends FilteredByLead {
  /** The caller’s account: `changedSince` leaves out its changes, `hasFollowUp` has its days. */
  readonly readerId: string;
}

/** Writes the condition of a filter for a record `r`. */
type Write<Value> = (value: Value, filtered: Filtered, bind: Bind) => string;

/** Returns a function that compares a column with a value, in place of the question mark. */
const compared = (comparison: string) => (value: unknown, _filtered: Filtered, bind: Bind) =>
  `r.${comparison.replace('?', () => bind(value))}`;

/** Returns a function that compares a column with a moment of the contract. */
const comparedMoment = (comparison: string) => (moment: string, _filtered: Filtered, bind: Bind) =>
  `r.${comparison} ${momentText(moment, bind)}`;

/**
 * Returns a function that compares a time with a later moment. A record is created before anything
 * else happens to it, so that a list in the order of creation begins there.
 */
const beforeMoment = (column: string) => (moment: string, _filtered: Filtered, bind: Bind) => {
  const text = momentText(moment, bind);
  return `r.${column} < ${text} and r.created_at < ${text}`;
};

/**
 * Returns the SQL of a moment: a time, or a number of days before now. Each has 24 hours: where the
 * clocks change, an interval of days would depend on the time zone of the database’s session.
 */
function momentText(moment: string, bind: Bind): string {
  const days = daysAgo(moment);
  return days === undefined
    ? `${bind(moment)}::timestamptz`
    : `now() - make_interval(hours => 24 * ${bind(days)}::integer)`;
}

/** The SQL of every filter: one of the contract without it does not compile. */
const writers: { readonly [Name in keyof Filters]: Write<Filters[Name]> } = {
  ids: compared('id = any(?)'),
  status: compared('status = any(?)'),
  subStatus: compared('sub_status = any(?)'),
  waitingOn: waitsOn,
  outcome: (outcomes, _filtered, bind) =>
    either(outcomes.map((outcome) => hasOutcome(outcome, bind))),
  createdSince: comparedMoment('created_at >='),
  createdBefore: comparedMoment('created_at <'),
  updatedSince: comparedMoment('updated_at >='),
  updatedBefore: beforeMoment('updated_at'),
  statusSince: comparedMoment('status_since >='),
  statusBefore: beforeMoment('status_since'),
  changedSince,
  brokerId: compared('partner_id = ?'),
  brokerRepId: compared('contact_id = ?'),
  hasAttachments: byTable({ leads: hasAttachments, deals: leadHasAttachments }),
  bulkUploadId: byTable({ leads: isOfUpload, deals: leadIsOfUpload }),
  hasFollowUp,
};

/** Returns whether any filter is set. */
export function hasFilters(filters: FilterValues): boolean {
  return listKeys(writers).some((name) => isSet(filters[name]));
}

/** Returns the conditions of the filters that are set, for a record `r`. */
export function filterConditions(filters: FilterValues, filtered: Filtered, bind: Bind): string[] {
  return listKeys(writers).flatMap((name) => writeFilter(name, filters, filtered, bind));
}

function writeFilter<Name extends keyof Filters>(
  name: Name,
  filters: Pick<FilterValues, Name>,
  filtered: Filtered,
  bind: Bind,
): string[] {
  const value: Filters[Name] | undefined = filters[name];
  return isSet(value) ? [writers[name](value, filtered, bind)] : [];
}

function isSet<Value extends string | readonly string[]>(value: Value | undefined): value is Value {
  return value !== undefined && value.length > 0;
}

/** For each table: the condition under which the status of a record waits for any of these. */
const statusWaits: Readonly<
  Record<RecordTable, (values: readonly WaitingOn[], bind: Bind) => string>
> = {
  leads: leadWaitsOn,
  deals: (values, bind) => `r.sub_status = any(${bind(values.flatMap(dealSubStatusesWaitingOn))})`,
};

/**
 * Returns the condition under which a record waits for any of these: for the partner if one of its
 * requests does, else by its status.
 */
export function waitsOn(
  values: readonly WaitingOn[],
  { table }: Pick<Filtered, 'table'>,
  bind: Bind,
): string {
  const byStatus = statusWaits[table](values, bind);
  return values.includes('partner')
    ? either(['r.has_request', byStatus])
    : `(not r.has_request and ${byStatus})`;
}

/**
 * Returns the condition under which a lead waits for any of these, as `leadWait` of the contract
 * says. Those that follow each other in its precedence are one condition: three for each of 100,000
 * leads take a quarter longer.
 */
function leadWaitsOn(values: readonly WaitingOn[], bind: Bind): string {
  const waits = [...new Set(values)].map(leadStatusesWaitingOn);
  const merged: (typeof waits)[number][] = [];
  for (const wait of waits.toSorted((one, other) => one.unless.length - other.unless.length)) {
    const before = merged.at(-1);
    const follows = before && before.unless.length + before.statuses.length === wait.unless.length;
    if (follows) before.statuses.push(...wait.statuses);
    else merged.push(wait);
  }
  const conditions = merged.map(({ statuses, unless }) => {
    const found = hasStatus(statuses, bind);
    return unless.length === 0 ? found : `(${found} and not ${hasStatus(unless, bind)})`;
  });
  return either(conditions);
}

/** Returns the condition under which this has become of a lead. */
function hasOutcome(outcome: LeadOutcome, bind: Bind): string {
  const converted = isConverted('r.converted_deal_id is not null');
  if (outcome === 'converted') return converted;
  const hasEnded = leadWaitsOn(['nobody'], bind);
  return `(not ${converted} and ${outcome === 'ended' ? '' : 'not '}${hasEnded})`;
}

function hasStatus(statuses: readonly string[], bind: Bind): string {
  const list = bind(statuses);
  return `(r.status = any(${list}) or r.sub_status = any(${list}))`;
}

/**
 * Returns the condition under which somebody else has created or changed a record since a moment.
 * The records are collected first, because both parts then use their index.
 */
function changedSince(at: string, { table, scope, readerId }: Filtered, bind: Bind): string {
  const { since, reader, changed } = changesOfOthers(at, { table, scope, readerId }, bind);
  const created = [
    ...scopeConditions('n', scope, bind),
    `n.created_at > ${since}`,
    `n.created_by <> ${reader}`,
  ];
  return `r.id in (
    select n.id from ${table} as n where ${created.join(' and ')}
    union all ${changed})`;
}

/**
 * Returns the condition of {@link FilterValues.changedSince} in two parts, for two statements: for
 * the records created since that moment, which come first in a list with the newest first, and for
 * the older ones. Both read the ids that others have changed from `changed`.
 */
export function changedSinceParts(
  at: string,
  filtered: Filtered,
  bind: Bind,
): { changed: string; recent: string; older: string } {
  const { since, reader, changed } = changesOfOthers(at, filtered, bind);
  const isChanged = 'r.id in (select record_id from changed)';
  return {
    changed,
    recent: `r.created_at > ${since} and (r.created_by <> ${reader} or ${isChanged})`,
    older: `r.created_at <= ${since} and ${isChanged}`,
  };
}

/** Returns the SQL for a moment, the reader, and the ids that others have changed since. */
function changesOfOthers(at: string, { table, scope, readerId }: Filtered, bind: Bind) {
  const reader = bind(readerId);
  const since = momentText(at, bind);
  const entries = unreadEntries(table, scope, bind);
  const byOthers =
    'everything' in scope
      ? `c.by <> ${reader}`
      : `c.by = any(array(${otherActors(entries, reader)}))`;
  const conditions = [...entries, isOfKinds('c', changeKinds), `c.at > ${since}`, byOthers];
  const changed = `select c.record_id from changes as c where ${conditions.join(' and ')}`;
  return { since, reader, changed };
}

/** Returns the condition under which files are attached to a lead, or none. */
function hasAttachments(value: string): string {
  return value === 'no' ? 'not r.has_attachments' : 'r.has_attachments';
}

/** Returns the condition under which the reader has set a follow-up day of a record, or none. */
function hasFollowUp(value: string, { readerId }: Filtered, bind: Bind): string {
  return `${value === 'no' ? 'not ' : ''}exists (${selectFollowUpDay(readerId, bind)})`;
}

/**
 * Returns the condition under which a lead was submitted by a bulk upload. The planner would rather
 * read all leads of a partner than look up thousands by their ids, which it takes for slow.
 */
function isOfUpload(uploadId: string, { uploadLookup }: Filtered, bind: Bind): string {
  const ids = `select u.lead_id from bulk_upload_rows as u where u.upload_id = ${bind(uploadId)}`;
  return uploadLookup === 'each lead' ? `r.id = any(array(${ids}))` : `r.id in (${ids})`;
}

function either(found: readonly string[]): string {
  return `(${found.join(' or ')})`;
}
