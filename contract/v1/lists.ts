import * as z from 'zod/mini';

import { leadStatuses } from './lead-statuses.ts';
import {
  anyFrom,
  moment,
  oneText,
  sortBy,
  toOneLine,
  wholeNumber,
  yesOrNo,
} from './list-parameters.ts';

/** Who has to act for a record to go on; `nobody` once it has ended. */
export const waitingOnValues = ['partner', 'client', 'lender', 'nobody'] as const;
export type WaitingOn = (typeof waitingOnValues)[number];

/** A lead is in progress, has become a deal, or has ended without one. */
export const leadOutcomes = ['open', 'converted', 'ended'] as const;
export type LeadOutcome = (typeof leadOutcomes)[number];

/**
 * Defaults and limits of paging (design, section 3). Pages count from 1. A larger page number than
 * `maxPage`, which no list reaches, is read as `maxPage`.
 */
export const paging = { page: 1, pageSize: 20, maxPageSize: 100, maxPage: 1_000_000_000 };

/** Maximum number of records to count for a filtered list. A larger total is omitted. */
export const maxFilteredTotal = 10_000;

/** The times that a list can be ordered by. */
export const recordSorts = [
  'createdAt',
  'updatedAt',
  'statusSinceDate',
  'subStatusSinceDate',
  'lastActivityDate',
] as const;
/** The sort options that only this portal's own records have. */
export const ownSorts: readonly string[] = ['subStatusSinceDate', 'lastActivityDate'];
export const leadSorts = [...recordSorts, 'amountRequested'] as const;
export const dealSorts = [...recordSorts, 'amount'] as const;

/** The query parameters that select a page of a list. */
export const pageParameters = {
  page: wholeNumber({ absent: paging.page }, (page) => Math.min(page, paging.maxPage)),
  pageSize: wholeNumber({ max: paging.maxPageSize, absent: paging.pageSize }),
};

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
};
const ownLeadFilters = {
  ...ownFilters,
  outcome: anyFrom(leadOutcomes),
  hasAttachments: yesOrNo('Whether files are attached.'),
  bulkUploadId: oneText(100, 'The bulk upload that submitted the lead.'),
};

/** The names of the filters that only this portal's own records have. */
export const ownFilterNames: readonly string[] = Object.keys(ownLeadFilters);

/**
 * The query of `GET /lead`. The specification has `page` and `pageSize`; the design adds the rest
 * (section 3). All but paging, sort and cursor are filters, and combine.
 */
export const leadListQuery = z.object({
  ...pageParameters,
  q,
  status: anyFrom(leadStatuses),
  subStatus: anyFrom(leadStatuses),
  ...ownLeadFilters,
  sort: sortBy(leadSorts),
  cursor,
});
export type LeadListQuery = z.infer<typeof leadListQuery>;

/** The parameters of both lists that select no records, as schemas without them leave them out. */
export const notFilters = { page: true, pageSize: true, sort: true, cursor: true } as const;
