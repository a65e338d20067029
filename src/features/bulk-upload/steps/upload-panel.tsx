import Upload from 'lucide-react/icons/upload';
import { useEffect, useRef, useState } from 'react';

import { excelCsv } from '#contract/bulk-upload/csv-text.ts';
import { ratePerSecond, remainingMs, remainingText } from '#src/bulk-upload/job/progress-rate.ts';
import type { UploadStage, StageAt } from '#src/bulk-upload/job/stage.ts';
import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import { UploadOutcome } from '#src/features/bulk-upload/results/upload-outcome.tsx';
import { ConnectionNotice } from '#src/features/bulk-upload/review/connection-notice.tsx';
import { FilePicker, useFileDrop } from '#src/forms/file-picker.tsx';
import { count, fileSize } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';

import { CheckedStep } from './checked-step.tsx';
import { FileIssuesStep } from './file-issues-step.tsx';
import { SubmittingStep } from './submitting-step.tsx';
import { useStageAnnouncements } from './use-stage-announcements.ts';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface UploadPanelProps {
  work: UploadWork;
  stage: UploadStage;
}

/** Shows the current step of one file: chosen, recognised, read, checked, submitted. */
export function UploadPanel({ work, stage }: UploadPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { at } = stage;
  const [wrongDrop, setWrongDrop] = useState<WrongDrop>();
  // A file dropped while another file is read or submitted is ignored. Handling the drop keeps the
  // browser from opening the file in place of the page.
  const canTake = at !== 'reading' && at !== 'submitting';
  const isDragging = useFileDrop(
    (files) => {
      if (!canTake) return;
      const [file] = files;
      const isOne = files.length === 1;
      setWrongDrop(isOne ? undefined : describeFiles(files));
      if (isOne && file) void work.open(file);
    },
    () => canTake && setWrongDrop(noFile),
  );
  useStageAnnouncements(stage);
  useEffect(() => {
    // The pressed button is gone, and the focus with it.
    if (at !== 'nothing' && document.activeElement === document.body) panel.current?.focus();
  }, [at]);
  return (
    <div ref={panel} className={s.panel} tabIndex={-1}>
      {wrongDrop && canTake && (
        <Notice tone="danger" title={wrongDrop.title}>
          {wrongDrop.advice}
        </Notice>
      )}
      <Step {...{ work, stage, isDragging }} />
    </div>
  );
}

/** The message after a drop of anything but one file, and what to do. */
interface WrongDrop {
  readonly title: string;
  readonly advice: string;
}

const noFile: WrongDrop = {
  title: 'That’s a link or a text, not a file.',
  advice: 'Save the file on this computer first, then drop it here or choose it.',
};

function describeFiles(files: readonly File[]): WrongDrop {
  const names = files.slice(0, 3).map(({ name }) => name);
  const more = files.length - names.length;
  const list = more > 0 ? `${names.join(', ')} and ${count(more)} more` : names.join(' and ');
  return {
    title: `Drop one file at a time. These were ${count(files.length)}: ${list}.`,
    advice: 'None of them was read. Each file becomes an upload of its own.',
  };
}

function Step({ work, stage, isDragging }: UploadPanelProps & { isDragging: boolean }) {
  const dropZone = (
    <DropZone
      isDragging={isDragging}
      onFile={(file) => void work.open(file)}
      prepare={work.prepare}
    />
  );
  switch (stage.at) {
    case 'nothing':
      return dropZone;
    case 'file-issues':
      return <FileIssuesStep key={stage.file.name} {...{ work, stage }} />;
    case 'recognising':
    case 'reading':
    case 'opening':
      return <ReadingStep stage={stage} onCancel={() => work.leave()} />;
    case 'checked':
      return work.checked && <CheckedStep {...{ work, stage, checked: work.checked }} />;
    case 'submitting':
      return <SubmittingStep stage={stage} submission={work.submission} />;
    case 'ended':
      return (
        <UploadOutcome
          upload={stage.upload}
          onAnother={() => work.leave()}
          onUpload={work.update}
        />
      );
    default:
      return (
        <>
          <BrokenNotice stage={stage} onRetry={() => void work.open(stage.file)} />
          {dropZone}
        </>
      );
  }
}

interface BrokenNoticeProps {
  stage: StageAt<'broken'>;
  onRetry: () => void;
}

/** Says why a file is not processed further, and what to do: the file is not always the cause. */
function BrokenNotice({ stage: { file, message, by }, onRetry }: BrokenNoticeProps) {
  if (by === 'file')
    return (
      <Notice tone="danger" title={`${file.name} couldn’t be read`}>
        {message}
      </Notice>
    );
  if (by === 'missing-part')
    return (
      <Notice
        tone="danger"
        title={`${file.name} couldn’t be opened yet`}
        actions={<Button onClick={onRetry}>Try again</Button>}
      >
        {message} The file is not the cause, and stays chosen.
      </Notice>
    );
  return (
    <Notice
      tone="warning"
      title="A new version is available"
      actions={<Button onClick={() => location.reload()}>Reload</Button>}
    >
      Reload the page, then choose {file.name} again: the page can’t keep it. Whatever you changed
      in it is saved.
    </Notice>
  );
}

interface DropZoneProps {
  /** Whether a file is dragged over the page. */
  isDragging: boolean;
  onFile: (file: File) => void;
  /** Prepares for a file; returns a function that undoes this. */
  prepare: () => () => void;
}

/** Takes a file that is dropped anywhere on the page or chosen with the button. */
function DropZone({ isDragging, onFile, prepare }: DropZoneProps) {
  const picker = useRef<HTMLInputElement>(null);
  useEffect(prepare, [prepare]);
  return (
    <div className={`${s.drop} stack-small soft`} data-dragging={isDragging || undefined}>
      <Upload aria-hidden className={s.dropIcon} />
      <Button variant="main" onClick={() => picker.current?.click()}>
        Choose a CSV or Excel file
      </Button>
      {/* Accepts any file: the bytes decide its kind, and the page reports the result. */}
      <FilePicker
        ref={picker}
        multiple={false}
        accept=""
        label="CSV or Excel file"
        onFiles={([file]) => file && onFile(file)}
      />
      <p className={s.dropHint}>
        {isDragging ? 'Drop the file to check it.' : 'Or drop it anywhere on this page.'}
      </p>
      <p className={s.dropNote}>
        A workbook (.xlsx or .ods) and a sheet saved as “{excelCsv}” keep every letter, such as ā
        and ł.
      </p>
      <p className={s.dropNote}>
        Every row is checked first, and nothing is sent until you submit. To continue later, choose
        the same file again, on any computer.
      </p>
    </div>
  );
}

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
      <p className={`${s.speed} soft small num`}>{stage.at === 'reading' && speedText(stage)}</p>
      <div className={`${s.actions} cluster`}>
        <Button onClick={onCancel}>Cancel</Button>
        <span className="soft small">The file stays on this computer until you submit.</span>
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
