import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { retryIntervalMs } from '#src/api/query-errors.ts';
import { hasCode, ServiceError, type ServiceErrorCode } from '#src/api/service-error.ts';
import { sessionQuery } from '#src/api/session.ts';

/**
 * Codes of failures that may be over in a moment. Requests are retried before the user sees such an
 * error.
 */
const briefFailures: ReadonlySet<ServiceErrorCode> = new Set([
  'unreachable',
  'timeout',
  'service-busy',
  'service-restarting',
  'upstream-unreachable',
  'upstream-failed',
] as const);

/**
 * Returns whether a query is retried at once: at most twice, and not if the service asks to wait
 * for more than a second.
 */
function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2 || !(error instanceof ServiceError)) return false;
  return briefFailures.has(error.code) && (error.retryAfterMs ?? 0) <= 1_000;
}

/**
 * The cache of the service's records. Queries are retried automatically; a mutation is retried only
 * by the user.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleAuthError }),
  mutationCache: new MutationCache({ onError: handleAuthError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: isWorthRetrying,
      // In milliseconds: half a second, then one second, and no less than the service asks for.
      retryDelay: (failures, error) =>
        Math.max(
          500 * 2 ** failures,
          error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0,
        ),
      refetchInterval: retryIntervalMs,
      // Offline, a request fails at once with an error, instead of waiting silently.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * Refetches the session when the upstream service has started to reject the user's API key: the
 * session says whether the portal needs one.
 */
function handleAuthError(error: unknown): void {
  if (hasCode(error, 'upstream-key-missing', 'upstream-key-rejected'))
    void queryClient.invalidateQueries(sessionQuery);
}
