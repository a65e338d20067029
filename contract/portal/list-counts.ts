import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { leadListQuery } from '#contract/v1/lead-lists.ts';
import { chosenGroup } from '#contract/v1/list-parameters.ts';
import { notFilters } from '#contract/v1/record-lists.ts';

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
