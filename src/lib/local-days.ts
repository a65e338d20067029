/** Returns the day of a moment in the user's time zone, moved by this many milliseconds. */
export function localDay(moment: string, shiftMs: number): string {
  const at = new Date(Date.parse(moment) + shiftMs);
  if (Number.isNaN(at.getTime())) return '';
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

/** Returns when a day begins in the user's time zone, moved by this many days. */
export function startDay(day: string, shiftDays: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  // Also while a year is typed, as 0002 of 2026.
  if (year < 1000) return '';
  return new Date(year, month - 1, date + shiftDays).toISOString();
}
