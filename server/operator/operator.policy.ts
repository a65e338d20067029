import { ApiError } from '#server/errors/api-error.ts';
import type { Scope } from '#server/records/records.policy.ts';

/** Returns the scope of a list: all partners’ records, or those of the partner in the query. */
export function scopeOf({ partnerId }: { readonly partnerId?: string | undefined }): Scope {
  return partnerId === undefined ? { everything: true } : { partnerId };
}

/**
 * Returns the record, if it exists. The operator sees and changes the records of all partners.
 * @throws ApiError 404
 */
export function requireFound<R>(record: R | undefined, noun: string): R {
  if (record === undefined) throw new ApiError(404, 'not-found', `This ${noun} doesn’t exist.`);
  return record;
}
