import { useMutation, useQueryClient } from '@tanstack/react-query';

import { enteredKeyEndpoints } from '#contract/portal/api-keys.ts';
import { call } from '#src/api/client.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';

import { confirmed } from './confirmation.ts';

/**
 * The query for the people of the user's partner, and which of them have an API key for the
 * existing service.
 */
export const peopleQuery = endpointQuery(enteredKeyEndpoints.listPeople, ['people'], {
  records: [],
});

/**
 * Returns the mutation that enters an API key. Everything displayed is then fetched again with the
 * new key. `personId`: the contact id of its owner, within the user's partner; undefined for the
 * user's own key.
 * @throws ServiceError 400 with an error for `apiKey`
 */
export function useEnterApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ personId, ...body }: { apiKey: string; personId?: string | undefined }) =>
      confirmed(async () =>
        personId === undefined
          ? call(enteredKeyEndpoints.enterApiKey, { body })
          : call(enteredKeyEndpoints.enterApiKeyFor, { params: { id: personId }, body }),
      ),
    onSuccess: async () => {
      // A page displays a cached error and fetches again only if nothing is cached.
      queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' });
      await queryClient.invalidateQueries();
    },
    // The API key is a secret: it isn't cached once the page is left.
    gcTime: 0,
  });
}
