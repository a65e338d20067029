import {
  dateCandidates,
  hasTimeOfDay,
  isPackedDate,
  type NamedOrder,
  type Century,
  type DateOrder,
} from '#src/lib/values/dates.ts';
import { hasZonedTime } from '#src/lib/values/zoned-times.ts';

import type { FixPrompt, OfferedOption, ProposedOption } from './issue-table.ts';

/** Texts that can be read several times without being held in memory. */
export type Texts = () => Iterable<string>;

/** The ambiguous parts of the dates of a column, and how many dates support each order. */
interface OpenParts {
  /** Whether the day or the month comes first. */
  isOrderOpen: boolean;
  /** Whether the year comes first or last. */
  isYearOpen: boolean;
  isCenturyOpen: boolean;
  readonly evidence: Record<DateOrder, number>;
}

/** How many cells or rows have to agree, and none to differ, before an option is proposed. */
export const minEvidence = 3;

/**
 * Returns the question that decides how dates of three numbers are read, and its options. The
 * question is empty if no date is ambiguous. `siblings`: other dates of the column, as evidence.
 * `isRest`: the dates contradict an earlier answer, so that even a date of one day is asked about,
 * and nothing is proposed.
 */
export function dateQuestion(texts: Texts, siblings: Texts, isRest = false): FixPrompt {
  const open = findOpenParts(texts, siblings);
  const what = describeForm(open);
  if (isRest) askAll(open, texts);
  const { isCenturyOpen } = open;
  const centuries = isCenturyOpen ? (['20', '19'] as const) : [undefined];
  const question = writeQuestion(open);
  const time = timeNote(texts);
  return {
    proposed: isRest ? undefined : proposedOrder(open),
    possible: possibleOrders(open)?.flatMap((order) =>
      centuries.map((century) => joined([order, century], ' ')),
    ),
    question,
    what,
    options: listOrders(open).flatMap(([order, label]) =>
      centuries.map((century): OfferedOption => {
        const labels = [label, century && centuryLabel(century), time];
        return [joined([order, century], ' '), joined(labels, '; ')];
      }),
    ),
  };
}

/**
 * Returns the order of day and month that the other dates suggest, if nothing else is open. The
 * label of the option says how many cells can only be read in this order.
 */
function proposedOrder(open: OpenParts): ProposedOption | undefined {
  if (!open.isOrderOpen || open.isYearOpen || open.isCenturyOpen) return undefined;
  const { 'day-first': dayFirst, 'month-first': monthFirst } = open.evidence;
  if (Math.max(dayFirst, monthFirst) < minEvidence || Math.min(dayFirst, monthFirst) > 0)
    return undefined;
  return { value: dayFirst > 0 ? 'day-first' : 'month-first' };
}

/**
 * Returns the orders of day, month and year that no date of the column contradicts; undefined if no
 * date shows an order.
 */
function possibleOrders(open: OpenParts): (NamedOrder | undefined)[] | undefined {
  const orders = listOrders(open)
    .map(([order]) => order)
    .filter((order) => countCells(order, open) > 0);
  if (orders.length === 0) return undefined;
  return orders.length === 1 ? orders : [];
}

/** Returns how many dates can only be read in an order; undefined: with the year last. */
function countCells(order: NamedOrder | undefined, { evidence }: OpenParts): number {
  const isLast = order === undefined || order === 'year-last';
  return isLast ? evidence['day-first'] + evidence['month-first'] : evidence[order];
}

/** Asks about everything that an earlier answer can have read otherwise. */
function askAll(open: OpenParts, texts: Texts): void {
  const { evidence } = open;
  if (evidence['day-first'] + evidence['month-first'] > 0) open.isOrderOpen = true;
  if (evidence['year-first'] > 0) open.isYearOpen = true;
  for (const text of texts())
    if (dateCandidates(text).some(({ century }) => century)) open.isCenturyOpen = true;
}

/** Returns how the dates are written, as far as they show it. */
function describeForm({ isOrderOpen, isYearOpen, evidence }: OpenParts): string {
  const forms = [
    ...(isOrderOpen || evidence['day-first'] > 0 ? ['day/month/year'] : []),
    ...(isOrderOpen || evidence['month-first'] > 0 ? ['month/day/year'] : []),
    ...(isYearOpen || evidence['year-first'] > 0 ? ['year/month/day'] : []),
  ];
  return `are ${forms.join(' or ')}`;
}

const joined = (parts: readonly (string | undefined)[], mark: string) =>
  parts.filter((part) => part !== undefined).join(mark);

function findOpenParts(texts: Texts, siblings: Texts): OpenParts {
  const open: OpenParts = {
    isOrderOpen: false,
    isYearOpen: false,
    isCenturyOpen: false,
    evidence: { 'day-first': 0, 'month-first': 0, 'year-first': 0 },
  };
  for (const text of siblings()) countEvidence(open, text);
  for (const text of texts()) {
    countEvidence(open, text);
    const candidates = dateCandidates(text);
    const yearLast = candidates.filter(({ order }) => order !== 'year-first');
    const centuries = new Set(candidates.map(({ century }) => century));
    // 5/5/1990 is the same day in either order.
    if (differ(yearLast)) open.isOrderOpen = true;
    if (yearLast.length > 0 && yearLast.length < candidates.length) open.isYearOpen = true;
    if (centuries.has('19') && centuries.has('20')) open.isCenturyOpen = true;
  }
  return open;
}

/** Returns whether dates in several orders are different days of one century. */
function differ(candidates: ReturnType<typeof dateCandidates>): boolean {
  return candidates.some(({ day, century }) =>
    candidates.some((other) => other.century === century && other.day !== day),
  );
}

function countEvidence({ evidence }: OpenParts, text: string): void {
  const candidates = dateCandidates(text);
  const [order, ...others] = new Set(candidates.map((candidate) => candidate.order));
  if (order !== undefined && others.length === 0) evidence[order] += 1;
}

function writeQuestion({ isOrderOpen, isYearOpen, isCenturyOpen }: OpenParts): string {
  const order = isYearOpen ? 'Is the year first or last' : '';
  const first = isOrderOpen ? 'Which comes first, the day or the month' : order;
  const parts =
    isOrderOpen && isYearOpen ? 'Which comes first, the day, the month or the year' : first;
  if (!isCenturyOpen) return parts === '' ? '' : `${parts}?`;
  return parts === ''
    ? 'Which century are the years in?'
    : `${parts}, and which century are the years in?`;
}

type OrderOption = readonly [order: NamedOrder | undefined, label: string | undefined];

const orderNames: Readonly<Record<DateOrder, string>> = {
  'day-first': 'Day first',
  'month-first': 'Month first',
  'year-first': 'Year first',
};

/** Returns the orders to choose from with their labels, the one with most evidence first. */
function listOrders(open: OpenParts): readonly OrderOption[] {
  const { isOrderOpen, isYearOpen, evidence } = open;
  const option = (order: DateOrder): OrderOption => [
    order,
    withEvidence(orderNames[order], evidence[order]),
  ];
  const yearLast = countCells(undefined, open);
  const last: OrderOption = isYearOpen
    ? ['year-last', withEvidence('Year last', yearLast)]
    : [undefined, undefined];
  const options = isOrderOpen ? [option('day-first'), option('month-first')] : [last];
  if (isYearOpen) options.push(option('year-first'));
  return options.toSorted(([one], [other]) => countCells(other, open) - countCells(one, open));
}

/** Returns the label of an answer, with the number of cells that can only be read this way. */
export function withEvidence(label: string, cells: number, what: 'date' | 'amount' = 'date') {
  if (cells === 0) return label;
  return `${label}, as in ${cells.toLocaleString('en')} other ${what}${cells === 1 ? '' : 's'}`;
}

function centuryLabel(century: Century): string {
  const last = new Date().getUTCFullYear() % 100;
  const end = String(last).padStart(2, '0');
  return `00 to ${end} are ${century}00 to ${century}${end}`;
}

/**
 * Returns the note of a fix about times of day; undefined if no date has one, or only with a time
 * zone, which is asked about.
 */
function timeNote(texts: Texts): string | undefined {
  for (const text of texts())
    if (hasTimeOfDay(text) && !hasZonedTime(text)) return 'The time of day is left out';
  return undefined;
}

/** Returns the fix of dates that can only be one day: it is not asked about. */
export function certainDates(texts: Texts): FixPrompt {
  return { question: '', options: [['', timeNote(texts) ?? '']] };
}

/**
 * Returns the question for serial dates. The question is empty unless some numbers could also be a
 * day, month and year without separators.
 */
export function serialQuestion(texts: Texts): FixPrompt {
  let certain = 0;
  let open = 0;
  for (const text of texts())
    if (isPackedDate(text)) open += 1;
    else certain += 1;
  const time = timeNote(texts);
  if (open === 0) return { question: '', options: [['', time ?? '']] };
  const label = withEvidence('Excel serial dates', certain);
  return {
    question: 'What are these numbers?',
    options: [['serial', joined([label, time], '; ')]],
    others: [
      ['serial-1904', 'Serial dates of a workbook that counts from 1904 (older Excel for Mac)'],
    ],
  };
}
