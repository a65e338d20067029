import type { OperatorCaller } from '#server/auth/caller.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { Reader } from '#server/records/list/list-request.ts';

/** Returns the reader of a list: of all partners’ records, or those of the partner in the query. */
export function toOperatorReader({
  caller,
  query: { partnerId },
}: {
  readonly caller: OperatorCaller;
  readonly query: { readonly partnerId?: string | undefined };
}): Reader {
  const scope = partnerId === undefined ? { everything: true as const } : { partnerId };
  return { scope, readerId: caller.keyId };
}

/**
 * Returns the record, if it exists. The operator sees and changes the records of all partners.
 * @throws ApiError 404
 */
export function requireFound<R>(record: R | undefined, recordType: string): R {
  if (record === undefined)
    throw new ApiError(404, 'not-found', `This ${recordType} doesn’t exist.`);
  return record;
}
