import { keepPreviousData, type QueryKey, queryOptions, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';

import type { RecordType } from '#contract/v1/record-types.ts';

import { callEndpoint, type PortalEndpoint, type ResponseOf } from './client.ts';

interface QueryInput {
  /** The types of records whose changes concern the response: `[]` where none does. */
  records: readonly RecordType[];
  params?: { id: string };
  query?: URLSearchParams;
  body?: unknown;
  enabled?: boolean;
  staleTime?: number;
  gcTime?: number;
  retry?: boolean;
  placeholderData?: typeof keepPreviousData;
}

/** The id of the record and the body are required if the endpoint has them. */
type InputOf<E extends PortalEndpoint> = E['path'] extends `${string}:id${string}`
  ? QueryInput & { params: { id: string } }
  : E extends { readonly body: infer S extends z.ZodMiniType }
    ? QueryInput & { body: z.output<S> }
    : QueryInput;

/** Returns the query for the response of an endpoint. */
export function endpointQuery<E extends PortalEndpoint, const Key extends QueryKey>(
  endpoint: E,
  queryKey: Key,
  input: InputOf<E>,
) {
  const { params, query, body, records, ...options }: QueryInput = input;
  return queryOptions({
    queryKey,
    meta: { records, ...params },
    queryFn: async ({ signal }) =>
      (await callEndpoint<ResponseOf<E>>(endpoint, { params, query, body, signal })).data,
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
    // In sequence, so that the last choice wins.
    scope: { id: JSON.stringify(queryKey) },
    onSettled: (_output, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey }),
    gcTime: 0,
  });
}
