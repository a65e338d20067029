import type { RowOutcome, UploadState } from '#contract/bulk-upload/bulk-uploads.ts';
import type { Tone } from '#src/ui/elements/badge.tsx';

interface Named {
  readonly label: string;
  readonly tone: Tone;
}

/** Labels and tones of the upload states. */
export const uploadStateNames: Readonly<Record<UploadState, Named>> = {
  checking: { label: 'Not submitted', tone: 'still' },
  submitting: { label: 'Submitting', tone: 'go' },
  paused: { label: 'Paused', tone: 'wait' },
  stopped: { label: 'Stopped', tone: 'still' },
  finished: { label: 'Finished', tone: 'good' },
};

/** Labels and tones of the row outcomes. */
export const outcomeNames: Readonly<Record<RowOutcome, Named>> = {
  submitted: { label: 'Submitted', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  'left-out': { label: 'Left out', tone: 'still' },
  blank: { label: 'Blank', tone: 'still' },
  unknown: { label: 'Unknown', tone: 'wait' },
};
