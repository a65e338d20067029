import { ratePerSecond, remainingText, remainingMs } from '#src/bulk-upload/job/progress-rate.ts';
import { type SubmissionRun, completedRows, type StageAt } from '#src/bulk-upload/job/stage.ts';
import type { RowSubmission } from '#src/bulk-upload/job/submission.ts';
import { totalParts } from '#src/bulk-upload/job/upload-totals.ts';
import { ConnectionNotice } from '#src/features/bulk-upload/review/connection-notice.tsx';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import { SummaryBar } from '#src/ui/layout/summary-bar.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface SubmittingStepProps {
  stage: StageAt<'submitting'>;
  submission: RowSubmission | undefined;
}

/**
 * Shows the progress of a submission: totals, speed and remaining time, with pause, resume and
 * stop.
 */
export function SubmittingStep({ stage, submission }: SubmittingStepProps) {
  const { file, totals, run } = stage;
  const isPaused = run.is === 'paused';
  return (
    <>
      {isPaused ? <PausedNotice {...run} /> : <ConnectionNotice connection={run.connection} />}
      <Progress
        label={`${runLabels[run.is]}${isPaused ? ':' : ''} ${file.name}`}
        value={completedRows(totals)}
        max={Math.max(1, totals.read)}
        text={`${count(completedRows(totals))} of ${count(totals.read)} rows`}
      />
      <p className={`${s.speed} soft small num`}>{speedText(stage)}</p>
      <div className={s.totals}>
        <SummaryBar parts={totalParts(totals, !isPaused)} />
      </div>
      <div className={`${s.actions} cluster`}>
        {isPaused ? (
          <Button variant="main" onClick={() => void submission?.start()}>
            Resume
          </Button>
        ) : (
          <Button
            pending={run.is === 'pausing'}
            aria-disabled={run.is !== 'running'}
            onClick={() => void submission?.pause()}
          >
            Pause
          </Button>
        )}
        <Button
          pending={run.is === 'stopping'}
          aria-disabled={run.is === 'finishing'}
          onClick={() => void submission?.stop()}
        >
          Stop
        </Button>
        <p className="soft small">
          You can visit other pages meanwhile, or close this tab: to resume, choose the same file
          again, on any computer.
        </p>
      </div>
    </>
  );
}

/** What a submission does now, in words. */
export const runLabels: Readonly<Record<SubmissionRun['is'], string>> = {
  running: 'Submitting',
  pausing: 'Pausing',
  stopping: 'Stopping',
  finishing: 'Finishing',
  paused: 'Paused',
};

/** Returns the speed and the remaining time while running; an empty text while they are unknown. */
function speedText({ totals, samples, run }: StageAt<'submitting'>): string {
  const perSecond = ratePerSecond(samples);
  const left = remainingMs(samples, totals.waiting);
  if (run.is !== 'running' || perSecond === undefined || left === undefined) return '';
  return `${count(Math.round(perSecond))} rows a second, ${remainingText(left)}`;
}

function PausedNotice({ by }: Extract<SubmissionRun, { is: 'paused' }>) {
  if (typeof by === 'object')
    return (
      <Notice tone="danger" title="Upload paused">
        {`${by.failure} Rows already submitted are safe.`}
      </Notice>
    );
  const { title, text } = pauseTexts[by];
  return <Notice title={title}>{text}</Notice>;
}

const pauseTexts = {
  person: { title: 'Paused', text: 'Resume at any time.' },
  elsewhere: {
    title: 'Paused in another tab or on another computer',
    text: 'Resume to continue here.',
  },
  'stopped-elsewhere': {
    title: 'Stopped in another tab or on another computer',
    text: 'Rows that were not submitted count as left out. Resume to submit them here.',
  },
};
