import { daysAgo, maxDaysAgo, momentOfDaysAgo } from '#contract/v1/list-parameters.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';

/** The times that a list is filtered by. */
export const periods = ['status', 'created', 'updated'] as const;
export type PeriodName = (typeof periods)[number];

/** A period as a form has it: in days before now, or between two dates such as `2026-11-20`. */
export interface PeriodValue {
  readonly kind: '' | 'within' | 'before' | 'between';
  readonly days: string;
  readonly from: string;
  readonly to: string;
}

const empty: PeriodValue = { kind: '', days: '7', from: '', to: '' };

/** Returns the period between two moments of the address. */
export function readPeriod(since: string, before: string): PeriodValue {
  const [within, ago] = [daysAgo(since), daysAgo(before)];
  if (within !== undefined) return { ...empty, kind: 'within', days: String(within) };
  if (ago !== undefined) return { ...empty, kind: 'before', days: String(ago) };
  if (since === '' && before === '') return empty;
  return { ...empty, kind: 'between', from: toDate(since, 0), to: toDate(before, -1) };
}

/** Returns a period as filters of the address; one that is not complete filters nothing. */
export function periodTexts(period: PeriodName, value: PeriodValue): FilterTexts {
  const texts = (since: string, before: string) => ({
    [`${period}Since`]: since,
    [`${period}Before`]: before,
  });
  if (value.kind === 'between') {
    const isReversed = value.from !== '' && value.to !== '' && value.from > value.to;
    return isReversed ? texts('', '') : texts(toMoment(value.from, 0), toMoment(value.to, 1));
  }
  const days = Number(value.days);
  const isDays = Number.isInteger(days) && days >= 1 && days <= maxDaysAgo;
  if (value.kind === '' || !isDays) return texts('', '');
  const moment = momentOfDaysAgo(days);
  return value.kind === 'within' ? texts(moment, '') : texts('', moment);
}

/** Returns the date of a moment in the user's time zone, moved by this many milliseconds. */
function toDate(moment: string, shiftMs: number): string {
  const at = new Date(Date.parse(moment) + shiftMs);
  if (Number.isNaN(at.getTime())) return '';
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

/** Returns when a date begins in the user's time zone, moved by this many days. */
function toMoment(date: string, shiftDays: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  // Also while a year is typed, as 0002 of 2026.
  if (year < 1000) return '';
  return new Date(year, month - 1, day + shiftDays).toISOString();
}
