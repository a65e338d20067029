import { type UploadChoices, uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { saveAdvice } from '#contract/bulk-upload/csv-text.ts';
import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type { LeadSearch } from '#src/bulk-upload/job/stage.ts';
import type { FileNotice } from '#src/bulk-upload/reader/recognition.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { writeLeads, rows } from '#src/features/bulk-upload/review/row-counts.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';

import { DuplicatesChoice, LeadSearchNote } from './duplicates-choice.tsx';
import { FileNoticeLine } from './file-notices.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface SubmitDialogProps {
  summary: SheetSummary;
  /** How many of the blank rows are the header and titles above it. */
  titles: number;
  /** How many cells the open fixes would fix. */
  fixableCells: number;
  /** The contact of the rows that name none; undefined if unknown. */
  contactName: string | undefined;
  /** Whether rows of the file name contacts. */
  namesContacts: boolean;
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
  const { summary, titles, fixableCells, contactName, namesContacts, warnings } = props;
  const { leaveOut, leadSearch, isBlocked, onLeaveOut, onConfirm, onClose } = props;
  const { ready, invalid, leftOut } = summary;
  const blank = summary.blank - titles;
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
            {confirmWords(ready, invalid, warnings)}
          </Button>
          <Button onClick={onClose}>Go back</Button>
        </>
      }
    >
      <div className={s.dialog}>
        {ready > 0 && (
          <p className={s.leadsFor}>
            <strong>{writeLeads(ready)}</strong>
            {contactName !== undefined && ` for ${contactName}`}
            {contactName !== undefined && namesContacts && ', unless a row names another contact'}
          </p>
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
        {invalid > 0 && (
          <div>
            <p>{rejectedText(ready, invalid)}</p>
            <RowsLeft issues={summary.issues} />
            {fixableCells > 0 && (
              <p>
                {count(fixableCells)} of their cells can be fixed: go back and choose “Fix
                everything that can be fixed”.
              </p>
            )}
          </div>
        )}
        {leftOut > 0 && <p>{rows(leftOut)} left out, as you chose.</p>}
        {blank > 0 && <p>{rows(blank)} blank, skipped.</p>}
        {warnings.map((notice) => (
          <FileNoticeLine key={notice.title} notice={{ ...notice, advice: '' }} />
        ))}
        {warnings.length > 0 && <p>To keep every letter, go back, then {saveAdvice}.</p>}
      </div>
    </Dialog>
  );
}

/** The most reasons named one by one. */
const maxReasons = 4;

/** Returns the issues that cells have still, those of most cells first. */
export function issuesLeft(issues: readonly IssueGroup[]): IssueGroup[] {
  return issues
    .filter(({ cells, isSubmitted }) => cells > 0 && !isSubmitted)
    .toSorted((one, other) => other.cells - one.cells);
}

/** Lists why rows are left: the issues that remain, by number of cells. */
function RowsLeft({ issues }: { issues: readonly IssueGroup[] }) {
  const left = issuesLeft(issues);
  const more = left.length - maxReasons;
  return (
    <ul className={s.reasons}>
      {left.slice(0, maxReasons).map(({ key, title, cells }) => (
        <li key={key}>
          {title} ({count(cells)})
        </li>
      ))}
      {more > 0 && <li>{more === 1 ? '1 other issue' : `${count(more)} other issues`}</li>}
    </ul>
  );
}

function writeTitle(ready: number, invalid: number): string {
  if (ready > 0) return `Submit ${writeLeads(ready)}?`;
  return invalid > 0 ? `Save ${rows(invalid)} as rejected?` : 'Nothing to submit';
}

function confirmWords(ready: number, invalid: number, warnings: readonly FileNotice[]): string {
  if (ready === 0 && invalid > 0) return 'Save as rejected';
  if (invalid > 0) return 'Submit and save the rest as rejected';
  return warnings.length > 0 ? 'Submit anyway' : 'Submit now';
}

function rejectedText(ready: number, invalid: number): string {
  const [still, they, them, leadsThey] =
    invalid === 1 ? ['has', 'It', 'it', 'a lead'] : ['have', 'They', 'them', 'leads'];
  const saved = `with the reasons, for ${uploadLimits.retentionDays} days, so that you can fix ${them} and upload ${them} again.`;
  if (ready === 0) return `No lead is created. We keep the ${rows(invalid)} ${saved}`;
  return `${rows(invalid)} still ${still} errors. ${they} won’t become ${leadsThey}: we keep ${them} as rejected, ${saved}`;
}
