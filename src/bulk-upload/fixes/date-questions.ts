import { dateCandidates, isPackedDate, type Century, type DateOrder } from './fix-dates.ts';
import type { FixQuestion } from './issue-table.ts';

/** What is ambiguous among the dates of a column, and how many dates support each order. */
interface Doubts {
  isOrderOpen: boolean;
  isCenturyOpen: boolean;
  readonly evidence: Record<DateOrder, number>;
}

/** How many cells or rows have to agree, and none to differ, before an option is proposed. */
export const minEvidence = 3;

/**
 * Returns the question that decides how dates of three numbers are read, and its options. The
 * question is empty if no date in the column is ambiguous.
 */
export function dateQuestion(texts: Iterable<string>): FixQuestion {
  const { isOrderOpen, isCenturyOpen, evidence } = doubtsOf(texts);
  const orders = isOrderOpen
    ? (['day-first', 'month-first'] as const).toSorted(
        (one, other) => evidence[other] - evidence[one],
      )
    : [undefined];
  const centuries = isCenturyOpen ? (['20', '19'] as const) : [undefined];
  const [first] = orders;
  const isClear = first !== undefined && evidence[first] >= minEvidence && !isCenturyOpen;
  const isUnanimous = Math.min(...Object.values(evidence)) === 0;
  return {
    // The label of the option says how many cells can only be read in this order.
    proposed: isClear && isUnanimous ? { value: first, reason: '' } : undefined,
    question: questionOf(isOrderOpen, isCenturyOpen),
    options: orders.flatMap((order) =>
      centuries.map((century) => {
        const words = [
          order && orderLabel(order, evidence[order]),
          century && centuryLabel(century),
        ];
        return [joined([order, century], ' '), joined(words, '; ')] as const;
      }),
    ),
  };
}

const joined = (parts: readonly (string | undefined)[], mark: string) =>
  parts.filter((part) => part !== undefined).join(mark);

function doubtsOf(texts: Iterable<string>): Doubts {
  const doubts: Doubts = {
    isOrderOpen: false,
    isCenturyOpen: false,
    evidence: { 'day-first': 0, 'month-first': 0 },
  };
  for (const text of texts) {
    const candidates = dateCandidates(text);
    const days = new Set(candidates.map(({ day }) => day));
    const orders = new Set(candidates.map(({ order }) => order));
    const centuries = new Set(candidates.map(({ century }) => century));
    const [order] = orders;
    // 5/5/1990 is the same day in either order.
    if (days.size > centuries.size) doubts.isOrderOpen = true;
    else if (order !== undefined && orders.size === 1) doubts.evidence[order] += 1;
    if (centuries.size > 1) doubts.isCenturyOpen = true;
  }
  return doubts;
}

function questionOf(isOrderOpen: boolean, isCenturyOpen: boolean): string {
  if (isOrderOpen && isCenturyOpen)
    return 'Which comes first, the day or the month, and which century are the years in?';
  if (isOrderOpen) return 'Which comes first, the day or the month?';
  return isCenturyOpen ? 'Which century are the years in?' : '';
}

/** Returns the label of an order, with the number of dates that support the order. */
function orderLabel(order: DateOrder, evidence: number): string {
  const text = order === 'day-first' ? 'Day first' : 'Month first';
  return evidence === 0 ? text : `${text}: ${evidenceText(evidence)}`;
}

function evidenceText(cells: number): string {
  return `${cells.toLocaleString('en')} of the cells can only be read this way`;
}

function centuryLabel(century: Century): string {
  const last = new Date().getUTCFullYear() % 100;
  const end = String(last).padStart(2, '0');
  return `00 to ${end} are ${century}00 to ${century}${end}`;
}

/**
 * Returns the question for serial dates. The question is empty unless some numbers could also be a
 * day, month and year without separators.
 */
export function serialQuestion(texts: Iterable<string>): FixQuestion {
  let certain = 0;
  let open = 0;
  for (const text of texts)
    if (isPackedDate(text)) open += 1;
    else certain += 1;
  if (open === 0) return { question: '', options: [['', '']] };
  const evidence = certain === 0 ? '' : `: ${evidenceText(certain)}`;
  return {
    question: 'What are these numbers?',
    options: [['serial', `Excel serial dates${evidence}`]],
  };
}
