import { count } from './numbers.ts';

interface Totals {
  readonly read: number;
  readonly submitted: number;
  readonly refused: number;
  readonly leftOut: number;
  readonly blank: number;
  readonly waiting: number;
}

/** One figure of the totals, in the order in which they add up. */
export interface TotalPart {
  readonly label: string;
  readonly number: number;
  readonly tone?: 'good' | 'bad';
}

/** The totals of an upload: what was read, and what became of it. Waiting rows are named as long as there are any. */
export function totalParts(totals: Totals): readonly TotalPart[] {
  const parts: readonly TotalPart[] = [
    { label: 'read', number: totals.read },
    { label: 'submitted', number: totals.submitted, tone: 'good' },
    { label: 'refused', number: totals.refused, ...(totals.refused > 0 && { tone: 'bad' }) },
    { label: 'left out', number: totals.leftOut },
    { label: 'blank', number: totals.blank },
  ];
  return totals.waiting === 0 ? parts : [...parts, { label: 'waiting', number: totals.waiting }];
}

/** The totals as a sentence: `500 read: 490 submitted, 10 refused, 0 left out, 0 blank.` */
export function totalsText(totals: Totals): string {
  const [read, ...rest] = totalParts(totals).map(
    ({ label, number }) => `${count(number)} ${label}`,
  );
  return `${read}: ${rest.join(', ')}.`;
}
