import { ratePerSecond, remainingMs, remainingText } from '#src/bulk-upload/job/progress-rate.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import { ConnectionNotice } from '#src/features/bulk-upload/review/connection-notice.tsx';
import { count, fileSize } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface ReadingStepProps {
  stage: StageAt<'recognising' | 'reading' | 'opening'>;
  onCancel: () => void;
}

/**
 * Shows the progress of recognising, reading and opening a file, in one layout so that nothing
 * moves.
 */
export function ReadingStep({ stage, onCancel }: ReadingStepProps) {
  return (
    <>
      {stage.at === 'reading' && stage.readAgainReason !== null && (
        <Notice title={stage.readAgainReason} />
      )}
      {stage.at === 'opening' && <ConnectionNotice connection={stage.connection} />}
      <Progress {...describeProgress(stage)} />
      <p className={s.speed}>{stage.at === 'reading' && speedText(stage)}</p>
      <div className={s.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <span className={s.note}>The file stays on this computer until you submit.</span>
      </div>
    </>
  );
}

function describeProgress(stage: ReadingStepProps['stage']) {
  const { file } = stage;
  switch (stage.at) {
    case 'recognising':
      return { label: `Opening ${file.name}`, value: 0, max: 1, text: '' };
    case 'reading':
      return {
        label: `Checking ${file.name}`,
        value: stage.progress.bytes,
        max: Math.max(1, file.size),
        text: `${count(stage.progress.rows)} rows`,
      };
    default:
      return {
        label: 'Checking whether this file was uploaded before',
        value: 1,
        max: 1,
        text: `${count(stage.summary.read)} rows`,
      };
  }
}

function speedText({ file, progress, samples }: StageAt<'reading'>): string {
  const bytesASecond = ratePerSecond(samples);
  const left = remainingMs(samples, file.size - progress.bytes);
  const speed =
    bytesASecond === undefined || left === undefined
      ? ''
      : `, ${fileSize(Math.round(bytesASecond))} a second, ${remainingText(left)}`;
  return `${fileSize(progress.bytes)} of ${fileSize(file.size)}${speed}`;
}
