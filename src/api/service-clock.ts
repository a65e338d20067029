/**
 * Returns a time of a response in milliseconds of this device's clock, which may be wrong: it is as
 * far from now as by the service's clock, or less than a second nearer.
 */
export function onThisClock(time: string, headers: Headers): number {
  const now = Date.now();
  const date = Date.parse(headers.get('date') ?? '');
  // The header has whole seconds, rounded down.
  const serviceNow = Number.isNaN(date) ? now : date + 1_000;
  return now + Date.parse(time) - serviceNow;
}
