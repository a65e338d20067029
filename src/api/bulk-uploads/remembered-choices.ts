import { bulkUploadEndpoints as endpoints } from '#contract/bulk-upload/endpoints.ts';
import type { RememberedChoices, StoredChoices } from '#contract/bulk-upload/remembered-choices.ts';
import { call } from '#src/api/client.ts';
import { nonRecordQuery } from '#src/api/endpoint-query.ts';

/** The query for what the partner chose in earlier files. */
export const rememberedChoicesQuery = nonRecordQuery(
  endpoints.readRememberedChoices,
  ['remembered-choices'],
  // Read before a file is chosen, so that it is recognised at once.
  { staleTime: 60_000 },
);

/** Remembers choices for later files. Returns all that is remembered then. */
export async function rememberChoices(body: RememberedChoices): Promise<StoredChoices> {
  return (await call(endpoints.rememberChoices, { body })).data;
}
