/**
 * Returns when each of the last `count` weeks began in the user's time zone, on Mondays, the
 * current week last. As ISO timestamps.
 */
export function weekStarts(now: number, count: number): string[] {
  const today = new Date(now);
  const daysSinceMonday = (today.getDay() + 6) % 7;
  return Array.from({ length: count }, (_, index) => {
    const day = today.getDate() - daysSinceMonday - 7 * (count - 1 - index);
    return new Date(today.getFullYear(), today.getMonth(), day).toISOString();
  });
}
