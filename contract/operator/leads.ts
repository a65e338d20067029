import * as z from 'zod/mini';

import { endpoint } from '#contract/endpoint.ts';
import { lead } from '#contract/v1/leads.ts';
import { leadListQuery } from '#contract/v1/lists.ts';

import { ofPartner } from './lists.ts';

/** Endpoints for the leads of all partners. */
export const operatorLeadEndpoints = {
  listLeads: endpoint({
    id: 'listLeads',
    method: 'GET',
    path: '/operator/v1/leads',
    summary: 'List leads of all partners, newest first.',
    auth: 'operator',
    roles: [],
    query: z.extend(leadListQuery, ofPartner),
    response: z.array(lead),
  }),
  readLead: endpoint({
    id: 'readLead',
    method: 'GET',
    path: '/operator/v1/leads/:id',
    summary: 'Read one lead.',
    auth: 'operator',
    roles: [],
    response: lead,
  }),
};
