import { useLayoutEffect, useState } from 'react';

import { waitCodes } from '#contract/v1/errors.ts';

/** The service's error that asks to wait, and how long. */
interface TooManyRequests extends Error {
  readonly retryAfterMs?: number | undefined;
}

/** Returns whether too many requests or failed attempts were made: the next one has to wait. */
export function isTooMany(error: unknown): error is TooManyRequests {
  return error instanceof Error && 'code' in error && waitCodes.has(String(error.code));
}

/** Returns the seconds, counting down to 0, until the next request is allowed. */
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
