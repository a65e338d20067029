import { namedKeyEndpoints, type NewNamedKey } from '#contract/portal/api-keys/named-keys.ts';
import { call } from '#src/api/client.ts';
import { nonRecordQuery } from '#src/api/endpoint-query.ts';

import { useConfirmedChange } from './confirmation.ts';

/** The query for the user’s named API keys, newest first. */
export const namedKeysQuery = nonRecordQuery(namedKeyEndpoints.listNamedKeys, ['named-keys'], {
  staleTime: 0,
});

/** A change of the user’s named keys. */
export type KeyChange =
  | { readonly create: NewNamedKey }
  | { readonly replace: string; readonly overlapHours: number }
  | { readonly revoke: string };

/**
 * Returns the mutation that creates, replaces or revokes a named key. Returns the new key, if there
 * is one.
 */
export function useChangeNamedKeys() {
  return useConfirmedChange(namedKeysQuery, async (change: KeyChange) => {
    if ('create' in change)
      return (await call(namedKeyEndpoints.createNamedKey, { body: change.create })).data.apiKey;
    if ('revoke' in change) {
      await call(namedKeyEndpoints.revokeNamedKey, { params: { id: change.revoke } });
      return undefined;
    }
    const { replace: id, overlapHours } = change;
    const options = { params: { id }, body: { overlapHours } };
    return (await call(namedKeyEndpoints.replaceNamedKey, options)).data.apiKey;
  });
}
