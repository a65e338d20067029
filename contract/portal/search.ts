import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import type { LeadResponseFieldName } from '#contract/v1/lead-records.ts';
import { isOneLine, toOneLine } from '#contract/v1/list-parameters.ts';
import { recordTypes } from '#contract/v1/record-types.ts';

/** Maximum length of a search in characters, and the number of records in a response. */
export const searchLimits = { q: 200, records: 8, maxRecords: 20 } as const;

/** The fields that a search for leads covers, in addition to the client’s name. */
export const searchedLeadFields = [
  'companyName',
  'tradingName',
  'phone',
  'secondaryPhone',
  'email',
  'secondaryEmail',
  'partnerLeadReferenceId',
  'abn',
  'acn',
  'nzbn',
  'crn',
  'uen',
] as const satisfies readonly LeadResponseFieldName[];

/**
 * The facts of a record that a search finds it by. Those of a deal are also its lead’s, where the
 * reader may see the lead.
 */
export const searchedFields = [
  'name',
  ...searchedLeadFields,
  'dealName',
  'customer',
  'sfid',
  'id',
  'contact',
  'partner',
] as const;
export type SearchedField = (typeof searchedFields)[number];

/** A lead or deal that a search found. */
export const foundRecord = z.object({
  type: z.enum(recordTypes),
  id: z.string(),
  /** The client’s name, or the deal’s; empty if the record has none. */
  name: z.string(),
  /** The client’s company; empty if it is not known, or the name already. */
  company: z.string(),
  status: z.string(),
  subStatus: z.string(),
  contact: z.string(),
  /** The partner’s name; null for the partner’s own people. */
  partner: z.nullable(z.string()),
  /** The field that matches best; null if the record has it already: its name or company. */
  match: z.nullable(z.object({ field: z.enum(searchedFields), value: z.string() })),
});
export type FoundRecord = z.infer<typeof foundRecord>;

/** The error of a search that is too long or has characters that no text has. */
export const invalidSearch = `This search can’t be used. Enter words, at most ${searchLimits.q} characters in all.`;

/**
 * The search of leads and deals together. The search text is in the body, because browsers and logs
 * would store an address.
 */
export const searchEndpoints = endpoints('session', roles, {
  searchRecords: [
    'POST /portal/search',
    'Find leads and deals by any fact of the client, the best match first.',
    {
      body: z.strictObject({
        q: z.string({ error: () => invalidSearch }).check(
          z.overwrite(toOneLine),
          z.refine((text) => isOneLine(text, searchLimits.q), invalidSearch),
        ),
        limit: z.optional(z.int().check(z.gte(1), z.lte(searchLimits.maxRecords))),
      }),
      response: z.object({
        records: z.array(foundRecord),
        /** Whether nothing matched as typed, so that typing errors were tolerated. */
        isTolerant: z.boolean(),
      }),
    },
  ],
});
