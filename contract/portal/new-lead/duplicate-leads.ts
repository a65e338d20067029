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

/** Limits: of leads in a response, of searches an account can make in a minute. */
export const duplicateLimits = { leads: 3, searchesPerMinute: 60 } as const;

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

/**
 * Existing leads for the client of a new one, among those of the caller's partner. The client is in
 * the body, because it may not be in an address. Only of the portal's own records.
 */
export const duplicateLeadEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  findClientLeads: [
    'POST /portal/client-leads',
    'Find the partner’s leads for the same client.',
    { body: typedClient, response: z.array(duplicateLead) },
  ],
});
