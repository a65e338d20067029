import * as z from 'zod/mini';

/** Maximum number of characters of a record's notes. */
export const maxNotesLength = 10_000;

/** Says what a change moves; no schema has it, since pages load those. */
export const movedByChanges =
  'updatedAt, lastActivityDate and the ETag move together with every change: of a field, a status or the contact, a call, a conversion, and a file that is sent, corrected or withdrawn. A new name of the partner or the contact moves the ETag alone.';

/**
 * Returns the envelope of a record; `fields` differs by type. Timestamps are ISO 8601 UTC with
 * milliseconds.
 */
export function record<F extends z.ZodMiniType>(fields: F) {
  return z.object({
    id: z.string(),
    createdAt: z.string(),
    createdBy: z.string(),
    updatedAt: z.string(),
    updatedBy: z.string(),
    fields,
  });
}

export const brokerResponse = z.object({ id: z.string(), name: z.string() });
export const brokerRepResponse = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export const userResponse = z.object({ type: z.string(), id: z.string() });

/** A value whose type the specification does not define ("null in sample"). */
export const unspecified = z.nullable(z.unknown());

/**
 * Returns a response field's form of "no value" (design, section 3): `""`, `null`, `[]`, `0`, or an
 * object of empty parts.
 */
export function emptyResponse<S extends z.core.SomeType>(schema: S): z.infer<S> {
  // `makeEmpty` visits the schema at run time, which the compiler can't follow.
  return makeEmpty(schema) as z.infer<S>;
}

function makeEmpty(schema: unknown): unknown {
  if (schema instanceof z.ZodMiniObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, part]) => [name, makeEmpty(part)]),
    );
  if (schema instanceof z.ZodMiniString) return '';
  if (schema instanceof z.ZodMiniArray) return [];
  if (schema instanceof z.ZodMiniNumber) return 0;
  if (schema instanceof z.ZodMiniBoolean) return false;
  return null;
}

/** An address in a response: every part as a string, and all parts joined by commas. */
export const addressResponse = z.object({
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  fullAddress: z.string(),
});
export type AddressResponse = z.infer<typeof addressResponse>;
