/**
 * Returns the milliseconds a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): seconds,
 * or an HTTP date, of which a past one is 0. Undefined without a header or if it is malformed,
 * and for a date where the time is not known.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  // `Date.parse` alone also accepts "-5" and other values that are no HTTP date.
  if (!httpDate.test(value)) return undefined;
  const delayMs = Date.parse(value) - now;
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}

/** A date as HTTP requires senders to write it: `Wed, 25 Nov 2026 09:00:00 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
