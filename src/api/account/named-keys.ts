import { namedKeyEndpoints, type NewNamedKey } from '#contract/portal/api-keys.ts';
import { call } from '#src/api/client.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';

import { useConfirmedChange } from './confirmation.ts';

const namedKeys = { queryKey: ['named-keys'] } as const;

/** The query for the named API keys of the user, or of an integration, newest first. */
export function namedKeysQuery(accountId: string | undefined) {
  const query = new URLSearchParams(accountId === undefined ? {} : { accountId });
  return endpointQuery(namedKeyEndpoints.listNamedKeys, [...namedKeys.queryKey, accountId ?? ''], {
    query,
    records: [],
    staleTime: 0,
  });
}

/** A change of the named keys of the user or of an integration. */
export type KeyChange =
  | { readonly create: NewNamedKey & { readonly accountId: string | undefined } }
  | { readonly replace: string; readonly overlapHours: number }
  | { readonly revoke: string };

/**
 * Returns the mutation that creates, replaces or revokes a named key. Returns the new key, if there
 * is one.
 */
export function useChangeNamedKeys() {
  return useConfirmedChange(namedKeys, async (change: KeyChange) => {
    if ('create' in change)
      return (await call(namedKeyEndpoints.createNamedKey, { body: change.create })).apiKey;
    if ('revoke' in change) {
      await call(namedKeyEndpoints.revokeNamedKey, { params: { id: change.revoke } });
      return undefined;
    }
    const { replace: id, overlapHours } = change;
    const options = { params: { id }, body: { overlapHours } };
    return (await call(namedKeyEndpoints.replaceNamedKey, options)).apiKey;
  });
}
