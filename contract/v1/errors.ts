import * as z from 'zod/mini';

/** What is known of a lead that was to be submitted to the service behind the portal. */
export const submission = z.object({
  /** `unknown`: it was sent, and no answer came; `not-sent`: it certainly did not arrive, and can be submitted again. */
  outcome: z.enum(['unknown', 'not-sent']),
  /** The lead's `partnerLeadReferenceId`, to look for it. */
  reference: z.string(),
  sentAt: z.string(),
});
/** See {@link submission}. */
export type Submission = z.infer<typeof submission>;

/** The body of every failure: a sentence a person can act on; validation adds each field's own, by path (`businessAddress.city`). */
export const errorBody = z.object({
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  submission: z.optional(submission),
});
/** See {@link errorBody}. */
export type ErrorBody = z.infer<typeof errorBody>;
