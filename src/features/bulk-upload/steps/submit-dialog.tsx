import { useState } from 'react';

import { type UploadChoices, uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { saveAdvice } from '#contract/bulk-upload/csv-text.ts';
import type { LeadSearch } from '#src/bulk-upload/job/stage.ts';
import type { FileNotice } from '#src/bulk-upload/reader/recognition.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { otherRows, rows, writeLeads } from '#src/features/bulk-upload/review/row-counts.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';

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

type Duplicates = SheetSummary['readyDuplicates'];
type LeaveOut = UploadChoices['leaveOut'];

interface DuplicatesChoiceProps {
  /** Those among the rows that would be submitted now. */
  duplicates: Duplicates;
  leaveOut: LeaveOut;
  /** Whether the rows are being left out. */
  isBusy: boolean;
  onLeaveOut: (leaveOut: LeaveOut) => void;
}

/** Says that duplicates are about to be submitted, and leaves them out if the user wants that. */
function DuplicatesChoice(props: DuplicatesChoiceProps) {
  const { duplicates, leaveOut, isBusy, onLeaveOut } = props;
  // What was before they were left out here.
  const [before, setBefore] = useState<{ duplicates: Duplicates; leaveOut: LeaveOut } | null>(null);
  function handleChange(isOut: boolean): void {
    setBefore(isOut ? { duplicates, leaveOut: before?.leaveOut ?? leaveOut } : null);
    if (isOut) onLeaveOut(withoutDuplicates(leaveOut, duplicates));
    else if (before !== null) onLeaveOut(before.leaveOut);
  }
  // More can be found while the dialog is open.
  const text =
    duplicatesText(duplicates) || (before && `${matchesText(before.duplicates)}: left out.`);
  if (text === null) return null;
  return (
    <div>
      <p>{text}</p>
      <Checkbox
        label="Leave them out"
        checked={before !== null && (isBusy || countDuplicates(duplicates) === 0)}
        onChange={({ target }) => handleChange(target.checked)}
      />
    </div>
  );
}

interface LeadSearchNoteProps {
  search: LeadSearch;
  /** The number of rows that are searched. */
  rowCount: number;
  /** Whether rows that match a lead are to be left out, so that submitting waits for the search. */
  isAwaited: boolean;
}

/**
 * Says which existing leads the rows about to be submitted were not compared with. The text after a
 * search ends takes as much room as before, so no button moves under the pointer.
 */
function LeadSearchNote({ search, rowCount, isAwaited }: LeadSearchNoteProps) {
  const [wasRunning] = useState(search.is === 'running');
  const text = leadSearchText(search, rowCount, isAwaited);
  if (wasRunning)
    return <p className={s.searchNote}>{text || 'Existing leads were searched for duplicates.'}</p>;
  return text === '' ? null : <p>{text}</p>;
}

function leadSearchText(search: LeadSearch, rowCount: number, isAwaited: boolean): string {
  switch (search.is) {
    case 'running': {
      const progress = `Still searching existing leads for duplicates: ${count(search.rows)} of ${rows(rowCount)} so far.`;
      return isAwaited
        ? `${progress} You can submit once the search is complete.`
        : `${progress} If you submit now, duplicates not found yet are submitted too.`;
    }
    case 'failed':
      return `Existing leads couldn’t be searched for duplicates. ${isAwaited ? 'Go back and try again.' : 'Rows that match one are submitted too.'}`;
    case 'not-started':
      return `Existing leads haven’t been searched for duplicates. ${isAwaited ? 'Go back and search them first.' : 'Rows that match one are submitted too.'}`;
    default:
      return search.isOutdated
        ? 'Rows edited since existing leads were searched may match one.'
        : '';
  }
}

/** Returns the choices that leave out these duplicates, also those included one by one. */
function withoutDuplicates(leaveOut: LeaveOut, duplicates: Duplicates): LeaveOut {
  return {
    duplicateRows: leaveOut.duplicateRows || duplicates.rows > 0,
    duplicateLeads: leaveOut.duplicateLeads || duplicates.leads > 0,
    rows: leaveOut.rows.filter((one) => one.leaveOut),
  };
}

/** Returns a sentence that says that duplicates are submitted; empty if there are none. */
export function duplicatesText(duplicates: Duplicates): string {
  const number = countDuplicates(duplicates);
  if (number === 0) return '';
  return `${matchesText(duplicates)}: ${number === 1 ? 'it' : 'they'} will be submitted too.`;
}

const countDuplicates = ({ leads, rows: repeats }: Duplicates): number => leads + repeats;

/** Returns "297 rows match existing leads and 1 repeats an earlier row". */
function matchesText(duplicates: Duplicates): string {
  const matched =
    duplicates.leads === 1
      ? '1 row matches an existing lead'
      : `${rows(duplicates.leads)} match existing leads`;
  const repeat = duplicates.rows === 1 ? 'repeats an earlier row' : 'repeat earlier rows';
  if (duplicates.rows === 0) return matched;
  return duplicates.leads === 0
    ? `${rows(duplicates.rows)} ${repeat}`
    : `${matched} and ${count(duplicates.rows)} ${repeat}`;
}
