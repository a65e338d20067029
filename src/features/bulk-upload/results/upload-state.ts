import type { RowOutcome, UploadState } from '#contract/bulk-upload/bulk-uploads.ts';
import type { Tone } from '#src/ui/elements/badge.tsx';

interface Named {
  readonly label: string;
  readonly tone: Tone;
}

/** Labels and tones of the upload states. */
export const uploadStateNames: Readonly<Record<UploadState, Named>> = {
  checking: { label: 'Not submitted', tone: 'neutral' },
  submitting: { label: 'Submitting', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning' },
  stopped: { label: 'Stopped', tone: 'neutral' },
  finished: { label: 'Finished', tone: 'success' },
};

/** Labels and tones of the row outcomes. */
export const outcomeNames: Readonly<Record<RowOutcome, Named>> = {
  submitted: { label: 'Submitted', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'danger' },
  'left-out': { label: 'Left out', tone: 'neutral' },
  blank: { label: 'Blank', tone: 'neutral' },
  unknown: { label: 'Unknown', tone: 'warning' },
};
