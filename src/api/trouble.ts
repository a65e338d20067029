import type { Query, UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import type { Trouble } from '#src/lib/trouble.ts';

import { ServiceError } from './service-error.ts';

/** Milliseconds between tries by itself: they grow with the time it has failed. */
const wait = { least: 5_000, most: 60_000 };

/** When each query began to fail. */
const failingSince = new WeakMap<object, number>();

/** Whether a failure may pass by itself: anything but a refusal of what was asked, or a mistake of the portal's own. */
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

/**
 * What keeps a query from being up to date, null when nothing does. It lasts while the query is tried again, though the query itself
 * forgets its error then: nothing flickers.
 */
export function useTrouble(query: UseQueryResult): Trouble | null {
  const [failure, setFailure] = useState<{ error: Error; at: number } | null>(null);
  const [isRetrying, setRetrying] = useState(false);
  const { error } = query;
  if (error === null && failure === null) return null;

  // What is read only in trouble would have a list drawn anew with every answer.
  const { errorUpdatedAt, dataUpdatedAt, refetch } = query;
  if (error !== null && error !== failure?.error) setFailure({ error, at: errorUpdatedAt });
  const lasting = dataUpdatedAt === 0 && failure?.at === errorUpdatedAt ? failure.error : null;
  const now = error ?? lasting;
  if (now === null) {
    setFailure(null);
    return null;
  }
  return {
    why: whyOf(now),
    passes: isPassing(now),
    triedAt: errorUpdatedAt,
    readAt: dataUpdatedAt === 0 ? undefined : dataUpdatedAt,
    status: now instanceof ServiceError ? now.status : 0,
    requestId: now instanceof ServiceError ? now.requestId : undefined,
    isRetrying,
    onRetry: () => {
      setRetrying(true);
      void refetch().finally(() => setRetrying(false));
    },
  };
}

const causes: Readonly<Record<number, string>> = {
  0: 'The service could not be reached',
  429: 'The service is asked for too much',
  503: 'The service does not answer',
  504: 'The service takes too long to answer',
};

/** Not the service's own words where they tell the time of the try: a screen reader would read them anew with each. */
function whyOf(error: Error): string {
  if (!isPassing(error)) return error.message;
  if (error.status > 0 && error.status < 400) return 'The answer of the service cannot be read';
  return causes[error.status] ?? 'The service has a problem';
}
