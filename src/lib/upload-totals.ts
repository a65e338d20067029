import { count } from './numbers.ts';

interface Totals {
  readonly read: number;
  readonly submitted: number;
  readonly rejected: number;
  readonly leftOut: number;
  readonly blank: number;
  /** Only in front of an existing service. */
  readonly unknown: number;
  readonly waiting: number;
}

/** One figure of the totals, in the order in which they add up. */
export interface TotalPart {
  readonly label: string;
  readonly number: number;
  readonly tone?: 'good' | 'bad' | 'wait';
}

/** The totals of an upload: what was read, and what became of it. Unknown and waiting rows are named where there are any; while rows are sent, those on their way are unknown too. */
export function totalParts(totals: Totals, isSending = false): readonly TotalPart[] {
  const parts: readonly TotalPart[] = [
    { label: 'read', number: totals.read },
    { label: 'submitted', number: totals.submitted, tone: 'good' },
    { label: 'rejected', number: totals.rejected, ...(totals.rejected > 0 && { tone: 'bad' }) },
    { label: 'left out', number: totals.leftOut },
    { label: 'blank', number: totals.blank },
  ];
  const unknown: TotalPart = isSending
    ? { label: 'not answered yet', number: totals.unknown }
    : { label: 'unknown, please check', number: totals.unknown, tone: 'wait' };
  const waiting = { label: 'waiting', number: totals.waiting };
  return [...parts, ...[unknown, waiting].filter(({ number }) => number > 0)];
}

/** The totals as a sentence: `500 read: 490 submitted, 10 rejected, 0 left out, 0 blank.` */
export function totalsText(totals: Totals, isSending = false): string {
  const [read, ...rest] = totalParts(totals, isSending).map(
    ({ label, number }) => `${count(number)} ${label}`,
  );
  return `${read}: ${rest.join(', ')}.`;
}
