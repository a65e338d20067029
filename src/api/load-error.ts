import type { Query, UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { LoadError } from '#src/lib/load-error.ts';

import { ServiceError } from './service-error.ts';

/** Milliseconds between tries by itself: they grow with the time it has failed. */
const wait = { least: 5_000, most: 60_000 };

/** When each query began to fail. */
const failingSince = new WeakMap<object, number>();

/** Whether a failure may pass by itself: anything but a rejection of what was asked, or a mistake of the portal's own. */
export function isPassing(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.status < 400 || error.status >= 500 || error.status === 429;
}

/** Milliseconds until a query that has failed is tried again: as long as it has failed so far, and as the service asks for; false where that is no use. */
export function untilNextTry(query: Pick<Query, 'state'>): number | false {
  const { status, error, errorUpdatedAt, dataUpdatedAt } = query.state;
  if (status !== 'error' || !isPassing(error)) return false;
  const known = failingSince.get(query) ?? 0;
  const since = known > dataUpdatedAt ? known : errorUpdatedAt;
  failingSince.set(query, since);
  const grown = Math.min(Math.max(wait.least, errorUpdatedAt - since), wait.most);
  return Math.max(grown, (error.retryAfter ?? 0) * 1000);
}

/** What keeps a query from being up to date: it has failed, or its answer is late. Null when nothing does. */
export function useLoadError(query: UseQueryResult): LoadError | null {
  const error = useLastingError(query);
  const isLate = useIsLate(query.fetchStatus === 'fetching');
  const [isRetrying, setRetrying] = useState(false);
  if (error === null && !isLate) return null;

  // What is read only in a problem would have a list drawn anew with every answer.
  const { errorUpdatedAt, dataUpdatedAt, refetch } = query;
  return {
    hasFailed: error !== null,
    why: error === null ? 'The service is slow to answer' : whyOf(error),
    status: error instanceof ServiceError ? error.status : 0,
    passes: error === null || isPassing(error),
    triedAt: errorUpdatedAt,
    readAt: dataUpdatedAt === 0 ? undefined : dataUpdatedAt,
    requestId: error instanceof ServiceError ? error.requestId : undefined,
    isRetrying,
    onRetry: () => {
      setRetrying(true);
      void refetch().finally(() => setRetrying(false));
    },
  };
}

/** The error a query is in, also while it is tried again: a query without data forgets it then, and what tells of it would flicker. */
function useLastingError(query: UseQueryResult): Error | null {
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

/** Milliseconds that people wait without wondering. */
const lateAfterMs = 5_000;

function useIsLate(isAsking: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAsking) return undefined;
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isAsking]);
  return isAsking && isLate;
}

const reasons: Readonly<Record<number, string>> = {
  0: 'The service could not be reached',
  429: 'The service is asked for too much',
  503: 'The service does not answer',
  504: 'The service takes too long to answer',
};

/** Not the service's own words where they tell the time of the try: a screen reader would read them anew with each. */
function whyOf(error: Error): string {
  if (!isPassing(error)) return error.message;
  if (error.status > 0 && error.status < 400) return 'The answer of the service cannot be read';
  return reasons[error.status] ?? 'The service has a problem';
}
