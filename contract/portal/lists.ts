import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { chosenGroup } from '#contract/v1/list-parameters.ts';
import { leadListQuery, notFilters, paging } from '#contract/v1/lists.ts';

// The counts are by status: those of each status, whichever are chosen.
const notCounted = { ...notFilters, status: true, subStatus: true } as const;
export const leadCountsQuery = z.omit(leadListQuery, notCounted);
export const dealCountsQuery = z.omit(dealListQuery, notCounted);

/** How many records that match the other filters have a status and a sub-status. */
export const statusCount = z.object({
  status: z.string(),
  subStatus: z.string(),
  total: z.number(),
});
export type StatusCount = z.infer<typeof statusCount>;

/**
 * How many records of a group have amounts in one currency, and their sum. `key`: their status, who
 * they wait for, or the id of their contact. `currency`: that of the country of their business;
 * null where it is unknown or decides nothing. The sum has two decimals. It is null without
 * amounts, and across partners, because it would be no one's sum.
 */
export const groupSum = z.object({
  key: z.string(),
  currency: z.nullable(z.string()),
  total: z.number(),
  amount: z.nullable(z.string()),
});
export type GroupSum = z.infer<typeof groupSum>;

const grouped = { by: chosenGroup() };
export const leadGroupsQuery = z.extend(z.omit(leadListQuery, notFilters), grouped);
export const dealGroupsQuery = z.extend(z.omit(dealListQuery, notFilters), grouped);
const groups = z.object({ groups: z.array(groupSum) });

const counts = z.object({ counts: z.array(statusCount) });

/** The numbers beside the choices of a filter. Only of the portal's own records. */
export const listCountEndpoints = endpoints('session', roles, {
  countLeads: [
    'GET /portal/leads/counts',
    'Count the leads that match the other filters, by status and sub-status.',
    { query: leadCountsQuery, response: counts },
  ],
  countDeals: [
    'GET /portal/deals/counts',
    'Count the deals that match the other filters, by status and sub-status.',
    { query: dealCountsQuery, response: counts },
  ],
  sumLeads: [
    'GET /portal/leads/groups',
    'Count the leads that match the filters and add up their amounts, by group.',
    { query: leadGroupsQuery, response: groups },
  ],
  sumDeals: [
    'GET /portal/deals/groups',
    'Count the deals that match the filters and add up their amounts, by group.',
    { query: dealGroupsQuery, response: groups },
  ],
});

/** A record that somebody else created or changed and the reader has not opened since. */
export const unreadRecord = z.object({
  id: z.string(),
  isCreated: z.boolean(),
  /** The time of the last change. */
  at: z.string(),
  /** The actor of the latest change: the operator, or a person of the partner. */
  by: z.object({ isOperator: z.boolean(), name: z.nullable(z.string()) }),
});
export type UnreadRecord = z.infer<typeof unreadRecord>;

/** The facts about records on screen that are no part of the specified response. */
const recordMarks = z.object({
  /** Those that are unread; for support none. */
  unread: z.array(unreadRecord),
  /** Those with a request that waits for the partner, each with the time since when. */
  asked: z.array(z.object({ id: z.string(), since: z.string() })),
});
export type RecordMarks = z.infer<typeof recordMarks>;

const recordIds = z.object({
  id: z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(paging.maxPageSize))])),
});
/** Support reads everybody’s records and has no unread ones. */
const contacts = { roles: ['broker', 'partner-admin'] } as const;

/** The endpoints for unread records and open requests. Only of the portal's own records. */
export const unreadEndpoints = endpoints('session', roles, {
  listLeadMarks: [
    'GET /portal/leads/marks',
    'List which of these leads others have changed since I read them, and on which a request waits for the partner.',
    { query: recordIds, response: recordMarks },
  ],
  listDealMarks: [
    'GET /portal/deals/marks',
    'List which of these deals others have changed since I read them, and on which a request waits for the partner.',
    { query: recordIds, response: recordMarks },
  ],
  markLeadRead: [
    'PUT /portal/leads/:id/read',
    'Mark what others have done to a lead until now as read.',
    contacts,
  ],
  markDealRead: [
    'PUT /portal/deals/:id/read',
    'Mark what others have done to a deal until now as read.',
    contacts,
  ],
});

/** The columns of the lists, which the session says. In front of an existing service too. */
export const listColumnEndpoints = endpoints('session', roles, {
  chooseColumns: [
    'PUT /portal/list-columns',
    'Store which columns I chose for a list; none for the usual ones.',
    {
      body: z.strictObject({
        list: z.enum(['leads', 'deals']),
        /** As in the address of the list: `status.company.phone`. */
        columns: z
          .string()
          .check(
            z.maxLength(2000),
            z.regex(/^([a-z]+(\.[a-z]+)*)?$/i, 'Send names of columns with a dot between them.'),
          ),
      }),
    },
  ],
});
