import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { enteredKeyEndpoints } from '#contract/web/entered-keys.ts';

import { call } from './client.ts';

/** My partner's people, and who of them has an API key at the service behind the portal. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async ({ signal }) => (await call(enteredKeyEndpoints.listPeople, { signal })).data,
});

/** An API key at the service behind the portal, and whose it is. */
interface Entered {
  apiKey: string;
  /** The contact of one of my partner's people; left out, it is mine. */
  personId?: string | undefined;
}

/**
 * Enters an API key; after it everything that is shown is asked for again, by the new key.
 * @throws ServiceError 400 with an error for `apiKey`, 403 when the password was not given in the last 5 minutes.
 */
export function useEnterApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ apiKey, personId }: Entered) => {
      const body = { apiKey };
      await (personId === undefined
        ? call(enteredKeyEndpoints.enterApiKey, { body })
        : call(enteredKeyEndpoints.enterApiKeyFor, { params: { id: personId }, body }));
    },
    onSuccess: async () => {
      // A page shows a failure it finds, and asks again only when it finds nothing.
      queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' });
      await queryClient.invalidateQueries();
    },
    // What was given is a secret: not kept once the page is left.
    gcTime: 0,
  });
}
