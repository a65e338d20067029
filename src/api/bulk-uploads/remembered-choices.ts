import { queryOptions } from '@tanstack/react-query';

import { bulkUploadEndpoints as endpoints } from '#contract/bulk-upload/endpoints.ts';
import type { RememberedChoices, StoredChoices } from '#contract/bulk-upload/remembered-choices.ts';
import { call } from '#src/api/client.ts';

/** The query for what the partner chose in earlier files. */
export const rememberedChoicesQuery = queryOptions({
  queryKey: ['remembered-choices'],
  meta: { records: [] },
  // Read before a file is chosen, so that it is recognised at once.
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await call(endpoints.readRememberedChoices, { signal })).data,
});

/** Remembers choices for later files. Returns all that is remembered then. */
export async function rememberChoices(body: RememberedChoices): Promise<StoredChoices> {
  return (await call(endpoints.rememberChoices, { body })).data;
}
