import * as z from 'zod/mini';

/** The body of every failure: a sentence a person can act on; validation adds each field's own, by path (`businessAddress.city`). */
export const errorBody = z.object({
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
/** See {@link errorBody}. */
export type ErrorBody = z.infer<typeof errorBody>;
