import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { paging } from '#contract/v1/paging.ts';

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

/** What marks the rows of records on screen, and is no part of the specified response. */
const recordMarkers = z.object({
  /** Those that are unread; for support none. */
  unread: z.array(unreadRecord),
  /** Those with a request that waits for the partner, each with the time since when. */
  asked: z.array(z.object({ id: z.string(), since: z.string() })),
});
export type RecordMarkers = z.infer<typeof recordMarkers>;

const recordIds = z.object({
  id: z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(paging.maxPageSize))])),
});
/** Support reads everybody’s records and has no unread ones. */
const contacts = { roles: ['broker', 'partner-admin'] } as const;

/** The endpoints for unread records and open requests. Only of the portal's own records. */
export const unreadEndpoints = endpoints('session', roles, {
  listLeadMarkers: [
    'GET /portal/leads/marks',
    'List which of these leads others have changed since I read them, and on which a request waits for the partner.',
    { query: recordIds, response: recordMarkers },
  ],
  listDealMarkers: [
    'GET /portal/deals/marks',
    'List which of these deals others have changed since I read them, and on which a request waits for the partner.',
    { query: recordIds, response: recordMarkers },
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
