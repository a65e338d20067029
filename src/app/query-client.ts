import { QueryCache, QueryClient } from '@tanstack/react-query';

import { ServiceError } from '#src/api/service-error.ts';
import { sessionQuery } from '#src/api/session.ts';

/** Failures that pass by themselves; anything else would fail again in the same way. */
const passing = new Set([0, 502, 503, 504]);

function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ServiceError && passing.has(error.status);
}

/** Milliseconds until the next try: what the service asks for, at most 10 s, else half a second, then a whole one. */
function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof ServiceError ? error.retryAfter : undefined;
  return asked === undefined ? 500 * 2 ** failures : Math.min(asked, 10) * 1000;
}

/** What is known of the service's records. Reading tries again by itself; a change is sent again by the person alone. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleRefusal }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: isWorthRetrying,
      retryDelay,
      // Offline, a request fails at once and says so, instead of waiting without a word.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** The service behind the portal may have begun to refuse the person's API key: the session tells. */
function handleRefusal(error: unknown): void {
  if (error instanceof ServiceError && error.status === 403)
    void queryClient.invalidateQueries(sessionQuery);
}
