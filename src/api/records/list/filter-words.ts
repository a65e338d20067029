import { type PartnerWord, waitingOnWords } from '#contract/portal/waiting-on.ts';
import type { DealListQuery } from '#contract/v1/deal-lists.ts';
import { daysAgo } from '#contract/v1/list-parameters.ts';
import { lastVisit, type LeadListQuery, type LeadOutcome } from '#contract/v1/lists.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { momentInWords } from '#src/lib/days.ts';
import { quantity } from '#src/lib/numbers.ts';

import type { FilterTexts } from './list-search.ts';
import type { ListedRecord } from './record-source.ts';

/** The filters of a list; leads have one that deals don't. */
export type RecordFilters = Omit<DealListQuery, 'status' | 'subStatus' | 'sort'> &
  Partial<Pick<LeadListQuery, 'outcome'>> & {
    readonly status: readonly string[];
    readonly subStatus: readonly string[];
  };

/** The names behind the ids of filters: partner, contact, bulk upload. Unknown names are empty. */
export interface FilterNames {
  readonly partner: string;
  readonly contact: string;
  readonly upload: string;
  /** The reader's word for the partner. */
  readonly partnerWord: PartnerWord;
}

/** A set filter in words, and the change that removes it. */
export interface SetFilter {
  readonly label: string;
  readonly removed: FilterTexts;
}

/** The outcomes of leads, in words. */
export const outcomeWords: Readonly<Record<LeadOutcome, string>> = {
  open: 'In progress',
  converted: 'Became a deal',
  ended: 'Ended',
};

/** Returns the owner of the first row, whose names a list of one partner or contact shows. */
export function ownerNames(rows: readonly ReadRecord<ListedRecord>[] | undefined) {
  const first = rows?.find((row) => row.ok);
  const { broker, brokerRep } = first?.ok ? first.record.fields : {};
  return {
    partner: broker?.name ?? '',
    contact: `${brokerRep?.firstName ?? ''} ${brokerRep?.lastName ?? ''}`.trim(),
  };
}

/** Returns the set filters in words, in the order of their menus. */
export function setFilters(search: RecordFilters, names: FilterNames): SetFilter[] {
  const { changedSince, outcome = [], hasAttachments, bulkUploadId } = search;
  return [
    ...some('status', 'Status', search.status),
    ...some('subStatus', 'Sub-status', search.subStatus),
    ...some(
      'waitingOn',
      'Waiting on',
      search.waitingOn.map((on) => waitingOnWords(on, names.partnerWord)),
    ),
    ...one('brokerId', search.brokerId, named('Partner', names.partner)),
    ...one('brokerRepId', search.brokerRepId, named('Contact', names.contact)),
    ...one('bulkUploadId', bulkUploadId, named('Bulk upload', names.upload)),
    ...some(
      'outcome',
      'Outcome',
      outcome.map((value) => outcomeWords[value]),
    ),
    ...one(
      'hasAttachments',
      hasAttachments,
      `With${hasAttachments === 'no' ? 'out' : ''} attachments`,
    ),
    ...one('changedSince', changedSince, `Changed by others ${sinceWords(changedSince)}`),
    ...periodFilter('created', search.createdSince, search.createdBefore),
    ...periodFilter('updated', search.updatedSince, search.updatedBefore),
    ...periodFilter('status', search.statusSince, search.statusBefore),
  ];
}

/** Maximum number of filters that a title names. */
const maxNamed = 3;

/** Returns the set filters as briefly as a title can have them: "New · waiting on you". */
export function titleWords(filters: readonly SetFilter[]): string {
  const words = filters.map(({ label }) =>
    label.replace(/^(?:Status|Sub-status): /, '').replace(/^Waiting on:/, 'waiting on'),
  );
  const more = words.length > maxNamed ? [`+${words.length - maxNamed}`] : [];
  return [...words.slice(0, maxNamed), ...more].join(' · ');
}

/** Returns the filter by one value, if it is set. */
function one(name: string, value: string, label: string): SetFilter[] {
  return value === '' ? [] : [{ label, removed: { [name]: '' } }];
}

/** Returns the filter by any of several values, which are removed together. */
function some(name: string, label: string, values: readonly string[]): SetFilter[] {
  if (values.length === 0) return [];
  return [{ label: `${label}: ${values.join(', ')}`, removed: { [name]: [] } }];
}

function named(label: string, name: string): string {
  return name === '' ? `One ${label.toLowerCase()}` : `${label}: ${name}`;
}

function sinceWords(moment: string): string {
  if (moment === '') return '';
  if (moment === lastVisit) return 'since my last visit';
  const days = daysAgo(moment);
  return days === undefined ? `since ${momentInWords(moment)}` : `in the last ${inDays(days)}`;
}

const inDays = (days: number): string => (days === 1 ? 'day' : `${days} days`);

/** The words for a time that a list is filtered by, before those for the period. */
const periodWords = { created: 'Created', updated: 'Updated', status: 'In status' } as const;
type Period = keyof typeof periodWords;

/** Returns the filter by a time in words, if it is set. */
function periodFilter(period: Period, since: string, before: string): SetFilter[] {
  const words = [
    since !== '' && startWords(period, since),
    before !== '' && endWords(period, before),
  ];
  const label = words.filter((part) => part !== false).join(' and ');
  if (label === '') return [];
  const removed = { [`${period}Since`]: '', [`${period}Before`]: '' };
  return [{ label: `${periodWords[period]} ${label}`, removed }];
}

function startWords(period: Period, moment: string): string {
  const days = daysAgo(moment);
  if (days === undefined)
    return `${period === 'status' ? 'since' : 'from'} ${momentInWords(moment)}`;
  return period === 'status'
    ? `for at most ${quantity(days, 'day')}`
    : `in the last ${inDays(days)}`;
}

function endWords(period: Period, moment: string): string {
  const days = daysAgo(moment);
  if (days === undefined) return `before ${momentInWords(moment)}`;
  return period === 'status'
    ? `for more than ${quantity(days, 'day')}`
    : `more than ${quantity(days, 'day')} ago`;
}
