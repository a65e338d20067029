import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { excelCsv } from '#contract/bulk-upload/csv-text.ts';
import type { FileNotice } from '#src/bulk-upload/reader/recognition.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { leads, rows } from '#src/features/bulk-upload/review/row-counts.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';

import { FileNoticeLine } from './file-issues-step.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface SubmitDialogProps {
  counts: Pick<SheetSummary, 'ready' | 'invalid'>;
  /** Warnings about the file's characters. */
  warnings: readonly FileNotice[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before submitting with invalid rows or doubtful characters. */
export function SubmitDialog({ counts, warnings, onConfirm, onClose }: SubmitDialogProps) {
  const { ready, invalid } = counts;
  return (
    <Dialog
      title={ready > 0 ? `Submit ${leads(ready)}?` : `Save ${rows(invalid)} as rejected?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="main" onClick={onConfirm}>
            {confirmWords(ready, invalid)}
          </Button>
          <Button onClick={onClose}>Go back</Button>
        </>
      }
    >
      <div className={s.dialog}>
        {invalid > 0 && <p>{rejectedText(ready, invalid)}</p>}
        {warnings.map((notice) => (
          <FileNoticeLine key={notice.title} notice={{ ...notice, advice: '' }} />
        ))}
        {warnings.length > 0 && (
          <p>
            To keep every letter, go back, save the original in Excel as “{excelCsv}” and choose
            that file instead.
          </p>
        )}
      </div>
    </Dialog>
  );
}

function confirmWords(ready: number, invalid: number): string {
  if (ready === 0) return 'Save as rejected';
  return invalid > 0 ? 'Submit and save the rest as rejected' : 'Submit anyway';
}

function rejectedText(ready: number, invalid: number): string {
  const [still, they, them, leadsThey] =
    invalid === 1 ? ['has', 'It', 'it', 'a lead'] : ['have', 'They', 'them', 'leads'];
  const saved = `with the reasons, for ${uploadLimits.retentionDays} days, so that you can fix ${them} and upload ${them} again.`;
  if (ready === 0) return `No lead is created. We keep the ${rows(invalid)} ${saved}`;
  return `${rows(invalid)} still ${still} errors. ${they} won’t become ${leadsThey}: we keep ${them} as rejected, ${saved}`;
}
