import { type ReactNode, useEffect, useRef } from 'react';

import type { BulkUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import type { Stage } from '#src/bulk-upload/job/stage.ts';
import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { useFileDrop } from '#src/ui/form/use-file-drop.ts';

import { CheckedStep, type ShownRows } from './checked-step.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileIssuesStep } from './file-issues-step.tsx';
import { ReadingStep } from './reading-step.tsx';
import { SubmittingStep } from './submitting-step.tsx';
import { useStageAnnouncements } from './use-stage-announcements.ts';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface UploadPanelProps {
  work: UploadWork;
  stage: Stage;
  /** Renders an upload that ended here. */
  renderOutcome: (upload: BulkUpload) => ReactNode;
  /** Renders the rows of a checked file. */
  renderRows: (rows: ShownRows) => ReactNode;
}

/** Shows the current step of one file: chosen, recognised, read, checked, submitted. */
export function UploadPanel({ work, stage, renderOutcome, renderRows }: UploadPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { at } = stage;
  // A file dropped while another file is read or submitted is ignored. Handling the drop keeps the
  // browser from opening the file in place of the page.
  const isDragging = useFileDrop(([file]) => {
    if (file !== undefined && at !== 'reading' && at !== 'submitting') void work.open(file);
  });
  useStageAnnouncements(stage);
  useEffect(() => {
    // The pressed button is gone, and the focus with it.
    if (at !== 'nothing' && document.activeElement === document.body) panel.current?.focus();
  }, [at]);
  return (
    <div ref={panel} className={s.panel} tabIndex={-1}>
      <Step {...{ work, stage, renderOutcome, renderRows, isDragging }} />
    </div>
  );
}

function Step({
  work,
  stage,
  renderOutcome,
  renderRows,
  isDragging,
}: UploadPanelProps & { isDragging: boolean }) {
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
      return (
        work.checked && <CheckedStep {...{ work, stage, renderRows, checked: work.checked }} />
      );
    case 'submitting':
      return <SubmittingStep stage={stage} submission={work.submission} />;
    case 'ended':
      return renderOutcome(stage.upload);
    default:
      return (
        <>
          <Notice tone="danger" title={`${stage.file.name} couldn’t be read`}>
            {stage.message}
          </Notice>
          {dropZone}
        </>
      );
  }
}
