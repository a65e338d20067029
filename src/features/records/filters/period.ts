import { daysAgo, maxDaysAgo, momentOfDaysAgo } from '#contract/v1/list-parameters.ts';
import { lastVisit } from '#contract/v1/record-lists.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import type { RecordFilters } from '#src/api/records/list/record-source.ts';
import { localDay, formatMoment, startDay } from '#src/lib/days.ts';
import { quantity } from '#src/lib/numbers.ts';

type NameBefore<Name> = Name extends `${infer Start}Before` ? Start : never;
export type PeriodName = NameBefore<keyof RecordFilters>;
/** The filters that are the two ends of a period. */
export type PeriodText = `${PeriodName}${'Since' | 'Before'}`;

/** A period as a form has it: in days before now, or between two dates such as `2026-11-20`. */
export interface PeriodValue {
  readonly kind: '' | 'within' | 'before' | 'between';
  readonly days: string;
  readonly from: string;
  readonly to: string;
}

interface Period {
  readonly label: string;
  /** The labels of its choices. */
  readonly kinds: Readonly<Record<PeriodValue['kind'], string>>;
  /** Its name when set, and the texts before its days and before its first date. */
  readonly texts: { readonly name: string; readonly days: string; readonly from: string };
}

/** Returns the period in which something was done to a record. */
const createPeriod = (name: string): Period => ({
  label: name,
  kinds: {
    '': 'Any time',
    within: 'In the last … days',
    before: 'More than … days ago',
    between: 'Between dates',
  },
  texts: { name, days: '', from: 'from' },
});

/** The times that a list is filtered by. One of the contract without an entry does not compile. */
export const periods: Readonly<Record<PeriodName, Period>> = {
  status: {
    label: 'Time in status',
    kinds: {
      '': 'Any',
      within: 'At most … days',
      before: 'More than … days',
      between: 'Entered between',
    },
    texts: { name: 'In status', days: 'for ', from: 'since' },
  },
  created: createPeriod('Created'),
  updated: createPeriod('Updated'),
};

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

/** Returns a set period in words; an empty text if it is not set. */
export function describePeriod(period: PeriodName, search: RecordFilters): string {
  const [since, before] = [search[`${period}Since`], search[`${period}Before`]];
  const { kinds, texts } = periods[period];
  const parts = [
    since !== '' && describeMoment(since, `${texts.days}${kinds.within}`, texts.from),
    before !== '' && describeMoment(before, `${texts.days}${kinds.before}`, 'before'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `${texts.name} ${parts.join(' and ')}`;
}

/** Returns a moment in words: the label of its days, or a date after its preposition. */
export function describeMoment(moment: string, ofDays: string, beforeDate: string): string {
  const days = daysAgo(moment);
  if (days === undefined)
    return `${beforeDate} ${moment === lastVisit ? 'my last visit' : formatMoment(moment)}`;
  const text = ofDays.toLowerCase().replace('… days', quantity(days, 'day'));
  return text.replace('last 1 day', 'last day');
}
