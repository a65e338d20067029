import type { Query, UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { LoadError } from '#src/lib/load-error.ts';
import {
  busyReason,
  notRespondingReason,
  slowReason,
  tooLongReason,
  unexpectedReason,
  unknownReason,
  unreachableReason,
} from '#src/lib/service-sentences.ts';

import { hasCode, isTemporary, ServiceError, type ServiceErrorCode } from './service-error.ts';

/**
 * Min and max delay in milliseconds between automatic retries. The delay grows with the time since
 * the first failure.
 */
const retryDelayMs = { min: 5_000, max: 60_000 };

/** The time since when each query fails. */
const failingSince = new WeakMap<object, number>();

/**
 * Returns the milliseconds until a failed query is retried: as long as the query has been failing,
 * within the limits, and no less than the service's `Retry-After`. Returns false if the query
 * hasn't failed or a retry is pointless.
 */
export function retryIntervalMs(query: Pick<Query, 'state'>): number | false {
  const { status, error, errorUpdatedAt, dataUpdatedAt } = query.state;
  if (status !== 'error' || !isTemporary(error)) return false;
  const known = failingSince.get(query) ?? 0;
  const since = known > dataUpdatedAt ? known : errorUpdatedAt;
  failingSince.set(query, since);
  const grown = Math.min(Math.max(retryDelayMs.min, errorUpdatedAt - since), retryDelayMs.max);
  return Math.max(grown, error.retryAfterMs ?? 0);
}

/** The state of a query, whether it has one page or several. */
type QueryResult = Pick<
  UseQueryResult,
  'error' | 'errorUpdatedAt' | 'dataUpdatedAt' | 'fetchStatus'
> & { refetch: () => Promise<unknown> };

/** Returns why a query isn't up to date: it failed, or its response is slow. Null if neither. */
export function useLoadError(query: QueryResult): LoadError | null {
  const error = useLastingError(query);
  const isSlow = useIsSlow(query.fetchStatus === 'fetching');
  const [isRetrying, setRetrying] = useState(false);
  if (error === null && !isSlow) return null;

  // Read only here: otherwise React Query would re-render a list after every response.
  const { errorUpdatedAt, dataUpdatedAt, refetch } = query;
  return {
    hasFailed: error !== null,
    why: error === null ? slowReason : explain(error),
    isNotFound: hasCode(error, 'not-found'),
    isForbidden: hasCode(error, 'no-access'),
    isTemporary: error === null || isTemporary(error),
    failedAt: errorUpdatedAt,
    loadedAt: dataUpdatedAt === 0 ? undefined : dataUpdatedAt,
    requestId: error instanceof ServiceError ? error.requestId : undefined,
    isRetrying,
    onRetry: () => {
      setRetrying(true);
      void refetch().finally(() => setRetrying(false));
    },
  };
}

/**
 * Returns the query's error, also during a retry. A query without data resets its error when a
 * retry starts, so that an error notice would flicker.
 */
function useLastingError(query: QueryResult): Error | null {
  const [failure, setFailure] = useState<{ error: Error; at: number } | null>(null);
  const { error } = query;
  if (error !== null) {
    if (error !== failure?.error) setFailure({ error, at: query.errorUpdatedAt });
    return error;
  }
  if (failure === null) return null;
  if (query.dataUpdatedAt === 0 && query.errorUpdatedAt === failure.at) return failure.error;
  setFailure(null);
  return null;
}

/** After this many milliseconds people wonder why they wait. */
const slowAfterMs = 5_000;

function useIsSlow(isFetching: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isFetching) return undefined;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isFetching]);
  return isFetching && isSlow;
}

const reasons: Readonly<Partial<Record<ServiceErrorCode, string>>> = {
  unreachable: unreachableReason,
  timeout: tooLongReason,
  'request-timeout': tooLongReason,
  'query-too-slow': tooLongReason,
  'upstream-timeout': tooLongReason,
  'too-many-requests': busyReason,
  'upstream-busy': busyReason,
  'service-busy': notRespondingReason,
  'service-restarting': notRespondingReason,
  'upstream-unreachable': notRespondingReason,
  'unexpected-response': unexpectedReason,
};

/**
 * Returns the displayed reason. Doesn't use the service's sentence for a temporary error: the
 * sentence may contain the time of the attempt, and a screen reader would read it again after each
 * retry.
 */
function explain(error: Error): string {
  if (!isTemporary(error)) return error.message;
  return reasons[error.code] ?? unknownReason;
}
