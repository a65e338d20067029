import { daysAgo, maxDaysAgo, momentOfDaysAgo } from '#contract/v1/list-parameters.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import { localDay, startDay } from '#src/lib/days.ts';

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
  return { ...empty, kind: 'between', from: localDay(since, 0), to: localDay(before, -1) };
}

/** Returns a period as filters of the address; one that is not complete filters nothing. */
export function periodTexts(period: PeriodName, value: PeriodValue): FilterTexts {
  const texts = (since: string, before: string) => ({
    [`${period}Since`]: since,
    [`${period}Before`]: before,
  });
  if (value.kind === 'between') {
    const isReversed = value.from !== '' && value.to !== '' && value.from > value.to;
    return isReversed ? texts('', '') : texts(startDay(value.from, 0), startDay(value.to, 1));
  }
  const days = Number(value.days);
  const isDays = Number.isInteger(days) && days >= 1 && days <= maxDaysAgo;
  if (value.kind === '' || !isDays) return texts('', '');
  const moment = momentOfDaysAgo(days);
  return value.kind === 'within' ? texts(moment, '') : texts('', moment);
}
