import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { untilNextTry } from '#src/api/load-error.ts';
import { ServiceError } from '#src/api/service-error.ts';
import { sessionQuery } from '#src/api/session.ts';

/** Failures that may be over in a moment, before the person is told of them. */
const brief = new Set([0, 502, 503]);

/** Whether it is tried again at once, twice at most: not where the service asks for time. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2 || !(error instanceof ServiceError)) return false;
  return brief.has(error.status) && (error.retryAfter ?? 0) <= 1;
}

/** What is known of the service's records. Reading tries again by itself; a change is sent again by the person alone. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleAuthError }),
  mutationCache: new MutationCache({ onError: handleAuthError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: isWorthRetrying,
      // Milliseconds: half a second, then a whole one.
      retryDelay: (failures) => 500 * 2 ** failures,
      refetchInterval: untilNextTry,
      // Offline, a request fails at once and says so, instead of waiting without a word.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** The service behind the portal may have begun to reject the person's API key: the session tells. */
function handleAuthError(error: unknown): void {
  if (error instanceof ServiceError && error.status === 403)
    void queryClient.invalidateQueries(sessionQuery);
}
