import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { businessNumberNames } from '#contract/v1/business-numbers.ts';

/** The fields by which an existing lead for the same client is found, as typed so far. */
export const clientFieldNames = [
  'firstName',
  'lastName',
  'companyName',
  'phone',
  'email',
  ...businessNumberNames,
] as const;
export type ClientFieldName = (typeof clientFieldNames)[number];

/** Two leads share one of these, or the names and the company together. */
const reason = z.enum(['phone', 'email', ...businessNumberNames, 'client']);
/** See {@link reason}. */
export type DuplicateReason = z.infer<typeof reason>;

/** Limits: of leads in a response, of searches an account can make in a minute, of days. */
export const duplicateLimits = { leads: 3, searchesPerMinute: 60, retentionDays: 90 } as const;

const typedClient = z.strictObject({
  client: z.partialRecord(z.enum(clientFieldNames), z.string().check(z.maxLength(255))),
});

/**
 * A lead for the same client, and all that it has in common with what is typed. `lead` is null if
 * the caller may not open the lead.
 */
const duplicateLead = z.object({
  reasons: z.array(reason),
  lead: z.nullable(
    z.object({ id: z.string(), client: z.string(), status: z.string(), createdAt: z.string() }),
  ),
});
/** See {@link duplicateLead}. */
export type DuplicateLead = z.infer<typeof duplicateLead>;

/** A broker reports a new lead for the client of a colleague's lead. */
const duplicateReport = z.object({
  id: z.string(),
  reason,
  /** The person who reported it. */
  by: z.string(),
  createdAt: z.string(),
  lead: z.object({ id: z.string(), client: z.string(), contact: z.string() }),
});
/** See {@link duplicateReport}. */
export type DuplicateReport = z.infer<typeof duplicateReport>;

const admins = { auth: 'session', roles: ['partner-admin'] } as const;

/**
 * Existing leads for the client of a new one, among those of the caller's partner. The client is in
 * the body, because it may not be in an address. Only of the portal's own records.
 */
export const duplicateLeadEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  findClientLeads: {
    route: 'POST /portal/client-leads',
    summary: 'Find the partner’s leads for the same client.',
    body: typedClient,
    response: z.array(duplicateLead),
  },
  reportDuplicate: {
    route: 'POST /portal/duplicate-reports',
    summary:
      'Tell the partner’s admins about leads for the same client that the caller can’t open.',
    body: typedClient,
    /** Not how many: a person learns only that there is one. */
    response: z.object({ isReported: z.boolean() }),
  },
  listDuplicateReports: {
    route: 'GET /portal/duplicate-reports',
    summary: 'List what the partner’s brokers reported, the latest first.',
    ...admins,
    response: z.array(duplicateReport),
  },
  closeDuplicateReport: {
    route: 'DELETE /portal/duplicate-reports/:id',
    summary: 'Remove a report that is dealt with.',
    ...admins,
  },
});
