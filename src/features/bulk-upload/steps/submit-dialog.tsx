import { type UploadChoices, uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { saveAdvice } from '#contract/bulk-upload/csv-text.ts';
import type { LeadSearch } from '#src/bulk-upload/job/stage.ts';
import type { FileNotice } from '#src/bulk-upload/reader/recognition.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { otherRows, writeLeads, rows } from '#src/features/bulk-upload/review/row-counts.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';

import { DuplicatesChoice, LeadSearchNote } from './duplicates-choice.tsx';
import { FileNoticeLine } from './file-notices.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface SubmitDialogProps {
  summary: SheetSummary;
  /** How many of the blank rows are the header and titles above it. */
  titles: number;
  /** The contact of the rows that name none; undefined if unknown. */
  contactName: string | undefined;
  /** Warnings about the file's characters. */
  warnings: readonly FileNotice[];
  leaveOut: UploadChoices['leaveOut'];
  /** The search for rows that match existing leads; null if the service can't search them. */
  leadSearch: LeadSearch | null;
  /** Whether nothing can be submitted at the moment, such as while rows are left out. */
  isBlocked: boolean;
  onLeaveOut: (leaveOut: UploadChoices['leaveOut']) => void;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before submitting, with what becomes of every row. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { summary, titles, contactName, warnings } = props;
  const { leaveOut, leadSearch, isBlocked, onLeaveOut, onConfirm, onClose } = props;
  const { ready, invalid, leftOut } = summary;
  const others = otherRows({ rejected: invalid, leftOut, blank: summary.blank - titles });
  return (
    <Dialog
      title={writeTitle(ready, invalid)}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="main"
            aria-disabled={isBlocked || ready + invalid === 0}
            onClick={onConfirm}
          >
            {ready === 0 && invalid > 0 ? 'Save as rejected' : `Submit ${writeLeads(ready)}`}
          </Button>
          <Button onClick={onClose}>Go back</Button>
        </>
      }
    >
      <div className={s.dialog}>
        {ready > 0 && contactName !== undefined && (
          <p>Rows without a contact go to {contactName}.</p>
        )}
        <DuplicatesChoice
          duplicates={summary.readyDuplicates}
          isBusy={isBlocked}
          {...{ leaveOut, onLeaveOut }}
        />
        {ready > 0 && leadSearch !== null && (
          <LeadSearchNote
            search={leadSearch}
            rowCount={summary.read}
            isAwaited={leaveOut.duplicateLeads}
          />
        )}
        {others !== '' && <p>{others}</p>}
        {invalid > 0 && (
          <p>
            Download rejected rows with their reasons within {uploadLimits.retentionDays} days, fix
            them and upload them again.
          </p>
        )}
        {warnings.map((notice) => (
          <FileNoticeLine key={notice.title} notice={{ ...notice, advice: '' }} />
        ))}
        {warnings.length > 0 && <p>To keep every letter, go back, then {saveAdvice}.</p>}
      </div>
    </Dialog>
  );
}

function writeTitle(ready: number, invalid: number): string {
  if (ready > 0 && invalid > ready)
    return `Submit ${writeLeads(ready)} and reject ${rows(invalid)}?`;
  if (ready > 0) return `Submit ${writeLeads(ready)}?`;
  return invalid > 0 ? `Save ${rows(invalid)} as rejected?` : 'Nothing to submit';
}
