/**
 * Returns the milliseconds a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): seconds,
 * or an HTTP date, of which a past one is 0. Undefined without a header or if it is malformed.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  // `Date.parse` alone also accepts "-5" and other values that are no HTTP date.
  if (!httpDate.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** A date as HTTP requires senders to write it: `Wed, 25 Nov 2026 09:00:00 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
