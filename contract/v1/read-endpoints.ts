import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

import { lead } from './lead-records.ts';
import { leadListQuery } from './lists.ts';

/** The roles that submit and change leads. */
export const writers = ['broker', 'partner-admin'] as const;

/**
 * The operations of the specified API that read leads, apart from the others: the portal’s first
 * page lists leads, and should load neither the rules of their input nor deals.
 */
export const leadReads = endpoints('bearer', roles, {
  readLead: ['GET /api/v1/lead/:id', 'Read one lead.', { response: lead }],
  listLeads: [
    'GET /api/v1/lead',
    'List leads, newest first.',
    { query: leadListQuery, response: z.array(lead) },
  ],
});
