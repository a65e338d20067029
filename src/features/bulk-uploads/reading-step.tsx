import { count, fileSize } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Progress } from '#src/ui/progress.tsx';

import { rate } from './pace.ts';
import type { StageAt } from './stage.ts';

import s from './bulk-uploads.module.css';

interface ReadingStepProps {
  stage: StageAt<'reading'>;
  onCancel: () => void;
}

/** Every row is read and checked: how far, how fast. */
export function ReadingStep({ stage, onCancel }: ReadingStepProps) {
  const { file, progress, pace, again } = stage;
  const bytesASecond = rate(pace);
  const speed =
    bytesASecond === undefined ? '' : `, ${fileSize(Math.round(bytesASecond))} a second`;
  return (
    <>
      {again !== null && <Notice title={again} />}
      <Progress
        label={`Checking ${file.name}`}
        value={progress.bytes}
        max={Math.max(1, file.size)}
        text={`${count(progress.rows)} rows`}
      />
      <p className={s.speed}>
        {fileSize(progress.bytes)} of {fileSize(file.size)}
        {speed}
      </p>
      <div className={s.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <span className={s.note}>The file stays on this machine until you submit.</span>
      </div>
    </>
  );
}
