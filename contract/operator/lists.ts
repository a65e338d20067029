import * as z from 'zod/mini';

const partnerId = z.optional(
  z.string().check(z.regex(/^[\w-]{1,64}$/, { error: 'Send the ID of one partner.' })),
);
z.globalRegistry.add(partnerId, { description: 'The ID of a partner: only its records.' });

/** The query parameter that selects the records of one partner. */
export const ofPartner = { partnerId };
