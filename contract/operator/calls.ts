import * as z from 'zod/mini';

const at = z.optional(
  z.iso.datetime({ offset: true, error: 'Send an ISO 8601 date-time with a zone.' }),
);
z.globalRegistry.add(at, { description: 'When the call was made; by default, now.' });

/** The body of a call to record. */
export const callRecord = z.strictObject({ at });

/** The calls of a lead or deal, in the response to the record of one. */
export const callsMade = z.object({
  numberOfCallsMade: z.number(),
  lastCallDate: z.nullable(z.string()),
});
