// What the lists of leads (lead-lists.ts) and of deals (deal-lists.ts) share.

import { anyFrom, moment, oneText, toOneLine, yesOrNo } from './list-parameters.ts';

/** Who has to act for a record to go on; `nobody` once it has ended. */
export const waitingOnValues = ['partner', 'client', 'lender', 'nobody'] as const;
export type WaitingOn = (typeof waitingOnValues)[number];

/** The order by the caller’s follow-up days, only of the records that have one. */
export const followUpSort = 'followUp';

/** The times that a list can be ordered by. */
export const recordSorts = [
  'createdAt',
  'updatedAt',
  'statusSinceDate',
  'subStatusSinceDate',
  'lastActivityDate',
  followUpSort,
] as const;
/** The sort options that only this portal's own records have. */
export const ownSorts: readonly string[] = ['subStatusSinceDate', 'lastActivityDate', followUpSort];

export const q = oneText(
  200,
  'Words to search for, all of them; one or two letters: how a word begins. Tabs and line breaks count as spaces. In the default order, the best match is first. Where nothing matches, a typing error in each word is tolerated.',
  toOneLine,
);
export const cursor = oneText(
  500,
  'From a Link header: continues without repeating or losing a row.',
);

/** The time at which the reader last marked everything as read; else, seven days ago. */
export const lastVisit = 'last-visit';

/**
 * Filters of this portal's own records, by which each number of the home page links to its rows. In
 * front of an existing service they are not applied, and the portal does not show them.
 */
export const ownFilters = {
  waitingOn: anyFrom(waitingOnValues),
  createdSince: moment('Created at this time or later.'),
  createdBefore: moment('Created before this time.'),
  updatedSince: moment('Last changed at this time or later.'),
  updatedBefore: moment('Last changed before this time.'),
  statusSince: moment('In its status since this time or later.'),
  statusBefore: moment('In its status since before this time.'),
  changedSince: moment(
    'Created or changed after this time by somebody else than the caller; last-visit: after the caller last marked everything as read.',
    [lastVisit],
  ),
  brokerId: oneText(100, 'The partner.'),
  brokerRepId: oneText(100, 'The contact.'),
  hasFollowUp: yesOrNo('Whether the caller has set a follow-up day.'),
};

/** The names of more such filters, which each list that has them describes itself. */
const describedFilters = ['outcome', 'hasAttachments', 'bulkUploadId'] as const;
export type DescribedFilters = Partial<Record<(typeof describedFilters)[number], unknown>>;

/** The names of the filters that only this portal's own records have. */
export const ownFilterNames: readonly string[] = [...Object.keys(ownFilters), ...describedFilters];

/** The parameters of a list that select no records, as schemas without them leave them out. */
export const notFilters = { page: true, pageSize: true, sort: true, cursor: true } as const;
