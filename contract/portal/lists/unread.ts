import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { paging } from '#contract/v1/lists.ts';

/** A record that somebody else created or changed and the reader has not opened since. */
export const unreadRecord = z.object({
  id: z.string(),
  isCreated: z.boolean(),
  /** When it was last changed. */
  at: z.string(),
  /** Who made the latest change: the operator, or a person of the partner. */
  by: z.object({ isOperator: z.boolean(), name: z.nullable(z.string()) }),
});
export type UnreadRecord = z.infer<typeof unreadRecord>;

const recordIds = z.object({
  id: z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(paging.maxPageSize))])),
});
/** Support reads everybody’s records and has no unread ones. */
const contacts = ['broker', 'partner-admin'] as const;

/** What is unread, and reading it. Only of the portal's own records. */
export const unreadEndpoints = endpoints('session', contacts, {
  listUnreadLeads: {
    route: 'GET /portal/leads/unread',
    summary: 'List which of these leads others have changed since I read them.',
    query: recordIds,
    response: z.array(unreadRecord),
  },
  listUnreadDeals: {
    route: 'GET /portal/deals/unread',
    summary: 'List which of these deals others have changed since I read them.',
    query: recordIds,
    response: z.array(unreadRecord),
  },
  markLeadRead: {
    route: 'PUT /portal/leads/:id/read',
    summary: 'Mark what others have done to a lead until now as read.',
  },
  markDealRead: {
    route: 'PUT /portal/deals/:id/read',
    summary: 'Mark what others have done to a deal until now as read.',
  },
});
