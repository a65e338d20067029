const clock = String.raw`(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?`;
const half = String.raw`[ap]\.?m\.?`;
/** `Z`, `UTC`, `+11:00`, `+11`, `GMT+1100 (Australian Eastern Daylight Time)`. */
const zone = String.raw`(?:Z|(?:UTC|GMT)?[+-]\d\d(?::?\d\d)?|UTC|GMT)(?:\s?\([^()]{1,40}\))?`;

/** A time of day behind a date, as programs write it, with or without a time zone. */
export const timePattern = String.raw`[T\s,]+${clock}\s{0,2}(?:${half})?\s{0,2}(?:${zone})?`;

const zonedTime = new RegExp(
  String.raw`(?:^|[T\s,])(${clock})\s{0,2}(${half})?\s{0,2}(${zone})$`,
  'iu',
);

/** Far more than a date with a time has. */
const maxLength = 100;
const minuteMs = 60_000;

/** A time of day, and how far its clock is ahead of UTC, in milliseconds. */
interface ZonedTime {
  readonly timeMs: number;
  readonly aheadMs: number;
}

/**
 * Returns the time of day with a time zone that ends a text; undefined if there is none, or if it
 * is midnight: then the day written is the one that is meant.
 */
function readZonedTime(text: string): ZonedTime | undefined {
  const [, time, ofHalf, ofZone] =
    text.length > maxLength ? [] : (zonedTime.exec(text.trim()) ?? []);
  if (time === undefined || ofZone === undefined) return undefined;
  const [hour = 0, minute = 0, second = 0] = time.replace(',', '.').split(':').map(Number);
  const ofDay = ofHalf === undefined ? hour : (hour % 12) + (/^p/i.test(ofHalf) ? 12 : 0);
  const timeMs = (ofDay * 60 + minute) * minuteMs + second * 1_000;
  return timeMs === 0 ? undefined : { timeMs, aheadMs: readOffset(ofZone) };
}

function readOffset(ofZone: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d)(?::?(\d\d))?/.exec(ofZone) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return sign === '-' ? -ahead : ahead;
}

/**
 * Returns whether a date has a time of day with a time zone, other than midnight: in another time
 * zone, it can be another day.
 */
export const hasZonedTime = (text: string): boolean => readZonedTime(text) !== undefined;

/** Returns whether a date has a time of noon with a time zone. */
export const isNoon = (text: string): boolean => readZonedTime(text)?.timeMs === 720 * minuteMs;

/** A day, and how the moment that it was read from is midnight, if it is. */
export interface ZonedDay {
  readonly day: string;
  /** `early`: 23:00 or 23:30, which counts as the next midnight. */
  readonly midnight: 'exact' | 'early' | undefined;
}

/**
 * Returns the day in a time zone at the moment that a text names; undefined if it names none.
 * `written`: the day of the text, `YYYY-MM-DD`.
 *
 * 23:00 and 23:30 count as the next midnight: programs that know only today's rules write `13:00Z`
 * for midnight in Sydney also of days on which the clocks of that year showed 23:00.
 */
export function dayInZone(text: string, written: string, timeZone: string): ZonedDay | undefined {
  const zoned = readZonedTime(text);
  if (zoned === undefined) return undefined;
  const moment = Date.parse(`${written}T00:00:00Z`) + zoned.timeMs - zoned.aheadMs;
  const { year, month, day, hour, minute } = readLocalTime(moment, timeZone);
  const isWholeMinute = moment % minuteMs === 0;
  const isEarly = isWholeMinute && hour === 23 && minute % 30 === 0;
  const isExact = isWholeMinute && hour === 0 && minute === 0;
  return {
    day: new Date(Date.UTC(year, month - 1, isEarly ? day + 1 : day)).toISOString().slice(0, 10),
    midnight: isExact ? 'exact' : isEarly ? 'early' : undefined,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function readLocalTime(moment: number, timeZone: string) {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const number = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-GB', {
      ...number,
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    formats.set(timeZone, format);
  }
  // `14/03/1984, 00:00`
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = format
    .format(moment)
    .split(/\D+/)
    .map(Number);
  return { year, month, day, hour, minute };
}
