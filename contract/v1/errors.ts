import * as z from 'zod/mini';

/** What is known about a lead whose submission to the upstream service failed. */
export const submission = z.object({
  /**
   * `unknown`: the lead was sent, but no response arrived. `not-sent`: the lead certainly did not
   * arrive and can be submitted again.
   */
  outcome: z.enum(['unknown', 'not-sent']),
  /** The lead's `partnerLeadReferenceId`, by which to find the lead. */
  reference: z.string(),
  sentAt: z.string(),
});
/** See {@link submission}. */
export type Submission = z.infer<typeof submission>;

/**
 * The body of every error response: a sentence that a user can act on. Validation adds one message
 * per invalid field, by path (`businessAddress.city`).
 */
export const errorBody = z.object({
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  submission: z.optional(submission),
});
/** See {@link errorBody}. */
export type ErrorBody = z.infer<typeof errorBody>;
