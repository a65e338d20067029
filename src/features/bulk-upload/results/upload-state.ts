import type { BulkUpload, RowOutcome, UploadState } from '#contract/bulk-upload/bulk-uploads.ts';
import { totalParts } from '#src/bulk-upload/job/upload-totals.ts';
import { rows } from '#src/features/bulk-upload/review/row-counts.ts';
import { count, fileSize } from '#src/lib/numbers.ts';
import type { Tone } from '#src/ui/elements/badge.tsx';

interface Named {
  readonly label: string;
  readonly tone: Tone;
}

/** An upload without a batch for this long counts as no longer submitting, in milliseconds. */
const submittingMs = 2 * 60_000;

/**
 * Returns the label and tone of an upload's state. `submitting` is said only of an upload whose
 * rows were sent shortly before `now`: a closed tab leaves the state as it was.
 */
export function uploadStateName(
  { state, lastSentAt }: Pick<BulkUpload, 'state' | 'lastSentAt'>,
  now = Date.now(),
): Named {
  if (state !== 'submitting') return stateNames[state];
  return lastSentAt !== null && now - Date.parse(lastSentAt) < submittingMs
    ? { label: 'Submitting', tone: 'info' }
    : { label: 'Not finished', tone: 'warning' };
}

const stateNames: Readonly<Record<Exclude<UploadState, 'submitting'>, Named>> = {
  checking: { label: 'Checked, not submitted', tone: 'neutral' },
  paused: { label: 'Paused', tone: 'warning' },
  stopped: { label: 'Stopped', tone: 'neutral' },
  finished: { label: 'Finished', tone: 'success' },
};

/**
 * Returns the outcomes of an upload's rows: `500 rows: 490 submitted, 10 rejected.` Totals of zero
 * are omitted, except for the leads. A file that was only checked has its size instead.
 */
export function formatTotals(upload: Pick<BulkUpload, 'state' | 'totals' | 'size'>): string {
  const { state, totals, size } = upload;
  // The rows are counted when they are submitted.
  if (state === 'checking') return `${fileSize(size)}. No row submitted.`;
  const [, ...parts] = totalParts(totals);
  const counts = parts
    .filter(({ label, number }) => number > 0 || label === 'submitted')
    .map(({ label, number }) => `${count(number)} ${label}`);
  return `${rows(totals.read)}: ${counts.join(', ')}.`;
}

/** Returns what to do next with an upload; `''` if there is nothing to do. */
export function nextStep({ state, totals }: Pick<BulkUpload, 'state' | 'totals'>): string {
  if (state === 'checking') return 'Choose the file again to submit it.';
  if (state === 'submitting' || state === 'paused') return 'Choose the file again to resume.';
  if (state === 'stopped') return 'Choose the file again to submit the rest.';
  return totals.rejected > 0 ? 'Fix the rejected rows and upload them.' : '';
}

/** Labels and tones of the row outcomes. */
export const outcomeNames: Readonly<Record<RowOutcome, Named>> = {
  submitted: { label: 'Submitted', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'danger' },
  'left-out': { label: 'Left out', tone: 'neutral' },
  blank: { label: 'Blank', tone: 'neutral' },
  unknown: { label: 'Unknown', tone: 'warning' },
};
