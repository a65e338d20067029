import { endpoints, roles } from '#contract/endpoint.ts';

/** Support reads everybody’s records and has no unread ones. */
const contacts = { roles: ['broker', 'partner-admin'] } as const;

/** The endpoints that mark a record as read. Only of the portal's own records. */
export const unreadEndpoints = endpoints('session', roles, {
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
