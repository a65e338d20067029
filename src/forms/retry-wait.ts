import { useLayoutEffect, useState } from 'react';

import type { ErrorCode } from '#contract/v1/errors.ts';

/** The service's error for too many requests or failed attempts of this user. */
interface LimitError extends Error {
  readonly code: keyof typeof limitTitles;
  readonly retryAfterMs?: number | undefined;
}

/** The error codes of the user's own limits, each with the title of its notice. */
export const limitTitles = {
  'too-many-requests': 'Too many requests',
  'too-many-failed-attempts': 'Too many failed attempts',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Returns whether the user made too many requests or failed attempts, and has to wait. */
export function isLimited(error: unknown): error is LimitError {
  return (
    error instanceof Error && 'code' in error && Object.hasOwn(limitTitles, String(error.code))
  );
}

/** Returns the seconds, counting down to 0, until the next request is allowed. */
export function useRetryWait(error: unknown): number {
  const [seconds, setSeconds] = useState(0);
  // Before the screen is painted, or the button would be enabled for a moment.
  useLayoutEffect(() => {
    const waitMs = isLimited(error) ? (error.retryAfterMs ?? 0) : 0;
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
