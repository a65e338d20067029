import { useLayoutEffect, useState } from 'react';

import { ServiceError } from './service-error.ts';

/** Whether a request failed because there were too many before it. */
export function isTooMany(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 429;
}

/** Returns the seconds until a request that failed for too many before it may be sent again, counting down to 0. */
export function useRetryWait(error: unknown): number {
  const [seconds, setSeconds] = useState(0);
  // Before the screen is drawn: else the button would be free for a moment.
  useLayoutEffect(() => {
    const waitMs = isTooMany(error) ? 1_000 * (error.retryAfter ?? 0) : 0;
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
