const daySeconds = 86_400;
const dayMs = 86_400_000;
/** Day 0 of each date system: 1899-12-31, which Excel shows as 0 January 1900, and 1904-01-01. */
const dayZero = { of1900: Date.UTC(1899, 11, 31), of1904: Date.UTC(1904, 0, 1) };
/** The number of 1900-02-29, which Excel counts although that day never existed. */
const falseLeapDay = 60;
/** 9999-12-31, the last day of a spreadsheet. */
const lastDay = 2_958_465;

interface DateFormat {
  /** Whether the format shows a year, a month or a day; otherwise it shows a time of day. */
  readonly hasDate: boolean;
  readonly hasSeconds: boolean;
  /** Whether day 0 is 1904-01-01, as in workbooks of old Macs. */
  readonly uses1904: boolean;
}

/**
 * Returns the date of a serial number, as `1984-03-14` or `1984-03-14T10:30:00`, or the time, as
 * `10:30`. Returns undefined if the number is no date of a spreadsheet.
 */
export function dateText(
  serial: number,
  { hasDate, hasSeconds, uses1904 }: DateFormat,
): string | undefined {
  // Serial numbers hold a time less exactly than to the millisecond.
  const seconds = Math.round(serial * daySeconds);
  if (serial < 0 || seconds >= (lastDay + 1) * daySeconds) return undefined;
  const day = Math.floor(seconds / daySeconds);
  const time = seconds % daySeconds;
  // A time without a day, or a duration, which may be longer than a day.
  if (!hasDate && day < 366) return clock(seconds, hasSeconds);
  const date = uses1904 ? isoDay(dayZero.of1904 + day * dayMs) : date1900(day);
  if (date === undefined) return undefined;
  return time === 0 ? date : `${date}T${clock(time, true)}`;
}

function date1900(day: number): string | undefined {
  if (day === 0) return undefined;
  if (day === falseLeapDay) return '1900-02-29';
  return isoDay(dayZero.of1900 + (day > falseLeapDay ? day - 1 : day) * dayMs);
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function clock(seconds: number, hasSeconds: boolean): string {
  const minutes = `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}`;
  return hasSeconds || seconds % 60 !== 0 ? `${minutes}:${two(seconds % 60)}` : minutes;
}

function two(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

/** Returns an ISO date or date-time without a time of midnight: `1984-03-14T00:00:00` → day. */
export function isoDateText(text: string): string {
  return text.trim().replace(/(?:T00:00(?::00(?:\.0+)?)?)(?:Z|[+-]00:?00)?$/, '');
}
