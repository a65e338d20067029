import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { count } from '#src/lib/numbers.ts';

/** One of the totals, in the order in which they add up. */
export interface TotalPart {
  readonly label: string;
  readonly number: number;
  readonly tone?: 'success' | 'danger' | 'warning';
}

/**
 * Returns the totals of an upload: the rows read, and their outcomes. Includes unknown and waiting
 * rows only if there are any. With `isSending`, unknown rows include those that are still being
 * sent.
 */
export function totalParts(totals: UploadTotals, isSending = false): readonly TotalPart[] {
  const parts: readonly TotalPart[] = [
    { label: 'read', number: totals.read },
    { label: 'submitted', number: totals.submitted, tone: 'success' },
    { label: 'rejected', number: totals.rejected, ...(totals.rejected > 0 && { tone: 'danger' }) },
    { label: 'left out', number: totals.leftOut },
    { label: 'blank', number: totals.blank },
  ];
  const unknown: TotalPart = isSending
    ? { label: 'not confirmed yet', number: totals.unknown }
    : { label: 'unknown, please check', number: totals.unknown, tone: 'warning' };
  const waiting = { label: 'waiting', number: totals.waiting };
  return [...parts, ...[unknown, waiting].filter(({ number }) => number > 0)];
}

/**
 * Returns the totals as a sentence: `500 read: 490 submitted, 10 rejected, 0 left out, 0 blank.`
 */
export function totalsText(totals: UploadTotals, isSending = false): string {
  const [read, ...rest] = totalParts(totals, isSending).map(
    ({ label, number }) => `${count(number)} ${label}`,
  );
  return `${read}: ${rest.join(', ')}.`;
}
