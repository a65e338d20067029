import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { recordLists } from '#contract/v1/record-types.ts';

import { selection } from './bulk-changes.ts';

/** The columns of a file of leads after those of the template, by their labels. */
export const extraLeadLabels = {
  id: 'id',
  status: leadLabels.status,
  statusSinceDate: leadLabels.statusSinceDate,
  subStatus: leadLabels.subStatus,
  subStatusSinceDate: leadLabels.subStatusSinceDate,
  lastActivityDate: leadLabels.lastActivityDate,
  leadSource: leadLabels.leadSource,
  convertedDealId: leadLabels.convertedDealId,
  numberOfCallsMade: leadLabels.numberOfCallsMade,
  lastCallDate: leadLabels.lastCallDate,
  partner: 'Partner',
  contact: 'Partner contact',
  createdAt: 'Created',
  updatedAt: 'Updated',
} as const;

/** How long after its creation an export can be downloaded, in milliseconds. */
export const exportLifetimeMs = 60 * 60 * 1000;

/** How many exports an account can prepare within an hour. */
export const maxExportsPerHour = 100;

/** One export: which records it has, and how far its file is. */
export const recordsExport = z.object({
  id: z.string(),
  list: z.enum(recordLists),
  createdAt: z.string(),
  /** Whether only a part of the list was exported: what filters found, or some records. */
  isFiltered: z.boolean(),
  /** How many records it has; null where counting them would take too long. */
  total: z.nullable(z.number()),
  /** How many rows of the file have been sent so far. */
  sent: z.number(),
  /** The time at which the last row was sent; null if the file was not sent whole. */
  endedAt: z.nullable(z.string()),
});
export type RecordsExport = z.infer<typeof recordsExport>;

/**
 * Exports of the records that a list shows, as CSV. The filter is in the body of a request, so that
 * no name that was searched for is in an address. Everyone exports what they can see; each export
 * is recorded.
 */
export const exportEndpoints = endpoints('session', roles, {
  createExport: [
    'POST /portal/exports',
    'Prepare an export of the records that a list shows.',
    {
      body: z
        .strictObject({
          list: z.enum(recordLists),
          /** The selected records. */
          selection: z.optional(selection),
          /** Instead of a selection: the query of the list, as in the address of its page. */
          query: z.optional(z.string().check(z.maxLength(10_000))),
        })
        .check(
          z.refine(
            (body) => (body.selection === undefined) !== (body.query === undefined),
            'Send either a selection or a query.',
          ),
        ),
      response: recordsExport,
    },
  ],
  readExport: [
    'GET /portal/exports/:id',
    'Read how many rows of my export have been sent.',
    { response: recordsExport },
  ],
  downloadExport: [
    'GET /portal/exports/:id/file',
    'Download my export as CSV, within an hour of preparing it.',
  ],
});
