import { type QueryKey, queryOptions, useMutation } from '@tanstack/react-query';

import { callEndpoint, type PortalEndpoint, type ResponseOf } from './client.ts';

interface QueryInput {
  params?: { id: string };
  query?: URLSearchParams;
  staleTime?: number;
  gcTime?: number;
  retry?: boolean;
}

/** The id of the record is required if the endpoint has it. */
type InputOf<E extends PortalEndpoint> = E['path'] extends `${string}:id${string}`
  ? [input: QueryInput & { params: { id: string } }]
  : [input?: QueryInput];

/** Returns the query for the response of an endpoint that no change of a lead or deal concerns. */
export function nonRecordQuery<E extends PortalEndpoint, const Key extends QueryKey>(
  endpoint: E,
  queryKey: Key,
  ...inputs: InputOf<E>
) {
  const [{ params, query, ...options } = {}]: readonly [QueryInput?] = inputs;
  return queryOptions({
    queryKey,
    meta: { records: [] },
    queryFn: async ({ signal }) =>
      (await callEndpoint<ResponseOf<E>>(endpoint, { params, query, signal })).data,
    ...options,
  });
}

/**
 * Returns a mutation. However it ends, the queries of a key are read again. Its response may be a
 * secret, so it isn't cached once its component is gone.
 */
export function useChange<Input, Output>(
  { queryKey }: { readonly queryKey: QueryKey },
  mutationFn: (input: Input) => Promise<Output>,
) {
  return useMutation({
    mutationFn,
    // One after the other: the last choice is the one that stays.
    scope: { id: JSON.stringify(queryKey) },
    onSettled: (_output, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey }),
    gcTime: 0,
  });
}
