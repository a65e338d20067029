import { useLayoutEffect, useState } from 'react';

import { ServiceError } from './service-error.ts';

/** Returns whether a request failed because of too many requests (429). */
export function isTooMany(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 429;
}

/** Returns the seconds, counting down to 0, until a request rejected with 429 may be sent again. */
export function useRetryWait(error: unknown): number {
  const [seconds, setSeconds] = useState(0);
  // Before the screen is painted, or the button would be enabled for a moment.
  useLayoutEffect(() => {
    const waitMs = isTooMany(error) ? (error.retryAfterMs ?? 0) : 0;
    const end = Date.now() + waitMs;
    const count = () => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1_000)));
    count();
    if (waitMs === 0) return undefined;
    const timer = setInterval(() => {
      count();
      if (Date.now() >= end) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [error]);
  return seconds;
}
