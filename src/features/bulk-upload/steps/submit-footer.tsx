import { type KeyboardEvent, type MouseEvent, type Ref, useState } from 'react';

import type { UploadChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { hasSentRows, type StageAt, titleRows, unsentRows } from '#src/bulk-upload/job/stage.ts';
import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import type { FileNotice } from '#src/bulk-upload/reader/recognition.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { writeLeads, rows } from '#src/features/bulk-upload/review/row-counts.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { FormFooter } from '#src/ui/form/form-footer.tsx';

import { duplicatesText, SubmitDialog } from './submit-dialog.tsx';

import s from '#src/features/bulk-upload/review/review.module.css';

interface SubmitFooterProps {
  work: Pick<UploadWork, 'submit'>;
  stage: Pick<
    StageAt<'checked'>,
    'notices' | 'summary' | 'choices' | 'isChanging' | 'leadSearch' | 'upload' | 'parseOptions'
  >;
  /** How many cells the open fixes would fix. */
  fixableCells: number;
  /** How many questions the user has neither answered nor skipped. */
  undecided: number;
  /** The contact of the rows that name none; undefined if unknown. */
  contactName: string | undefined;
  /** Whether the service can search the partner's leads. */
  canSearchLeads: boolean;
  /** Sets which rows are left out. */
  onLeaveOut: (leaveOut: UploadChoices['leaveOut']) => void;
  /** Applies all fixes together. */
  onFixAll: () => void;
  /** Goes to the first question. */
  onQuestions: () => void;
  /** Goes to the rows to fix. */
  onRows: () => void;
  /** The main button. */
  mainButton?: Ref<HTMLButtonElement>;
}

const searchFirst =
  'Rows that match an existing lead will be left out. You can submit once the search for them is complete.';

/**
 * The actions for a checked file, in a footer that stays visible. The main one is the next step:
 * fix, answer, correct, submit. The outcome for the rows is shown beside it, and confirmed only
 * where it may not be intended.
 */
export function SubmitFooter(props: SubmitFooterProps) {
  const { work, stage, contactName, canSearchLeads, mainButton, onLeaveOut, ...open } = props;
  const { ready, invalid } = stage.summary;
  // A fixed file counts as a different file, so rows submitted from this one would be submitted
  // twice.
  const isTruncated = isUnreadable(stage.notices);
  const isSearchMissing = stage.choices.leaveOut.duplicateLeads && stage.leadSearch.is !== 'done';
  const isBlocked = isTruncated || stage.isChanging || isSearchMissing;
  const warnings = stage.notices.filter(({ weight }) => weight === 'warn');
  const [isConfirming, setConfirming] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const next = isTruncated ? 'submit' : nextStep(stage.summary, open);
  const isRejecting = ready === 0 && invalid > 0 && !isTruncated;
  const submitText = isRejecting ? 'Save as rejected for later' : `Submit ${writeLeads(ready)}`;
  const cannotSubmit = isBlocked || unsentRows(stage.summary) === 0;
  const handleSend = ({ detail }: MouseEvent) => {
    // A double click on the previous step must not press this one, which takes its place.
    if (detail > 1) return;
    if (needsConfirmation(stage, canSearchLeads)) setConfirming(true);
    else handleSubmit();
  };
  const actions = {
    fix: open.onFixAll,
    answer: open.onQuestions,
    correct: open.onRows,
    submit: handleSend,
  };
  if (isAllSent(stage.summary))
    return (
      <FormFooter note={<span className={s.footerNote}>{footerNote(stage, open, warnings)}</span>}>
        <LinkButton variant="main" to={paths.bulkUploadOne(stage.upload.id)}>
          View row results
        </LinkButton>
      </FormFooter>
    );
  function handleSubmit(): void {
    setConfirming(false);
    setSubmitting(true);
    void work.submit().finally(() => setSubmitting(false));
  }
  return (
    <>
      <FormFooter
        note={
          <span className={s.footerNote}>
            {isSearchMissing ? searchFirst : footerNote(stage, open, warnings, contactName)}
          </span>
        }
      >
        {/* One element: the focus stays on it, whatever the next step is. */}
        <Button
          ref={mainButton}
          variant="main"
          pending={isSubmitting}
          aria-disabled={next === 'submit' ? cannotSubmit : stage.isChanging}
          onKeyDown={ignoreHeldKey}
          onClick={actions[next]}
        >
          {next === 'submit' ? submitText : nextStepText(next, invalid, open)}
        </Button>
        {next !== 'submit' && (
          <Button aria-disabled={cannotSubmit} onClick={handleSend}>
            {submitText}
          </Button>
        )}
      </FormFooter>
      {isConfirming && (
        <SubmitDialog
          summary={stage.summary}
          titles={titleRows(stage.parseOptions)}
          leaveOut={stage.choices.leaveOut}
          leadSearch={canSearchLeads ? stage.leadSearch : null}
          {...{ warnings, contactName, isBlocked, onLeaveOut }}
          onConfirm={handleSubmit}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

const isUnreadable = (notices: readonly FileNotice[]) =>
  notices.some(({ weight }) => weight === 'stop');

/** Returns whether rows were submitted, and none is left to submit. */
const isAllSent = (summary: SheetSummary) => hasSentRows(summary) && unsentRows(summary) === 0;

/**
 * Returns whether submitting asks first: where more than half of the rows would be rejected, or
 * rows may become leads that exist already.
 */
function needsConfirmation(
  { summary, leadSearch }: SubmitFooterProps['stage'],
  canSearch: boolean,
): boolean {
  const { ready, invalid, readyDuplicates } = summary;
  const isSearchOpen = canSearch && leadSearch.is !== 'done';
  return invalid > ready || duplicatesText(readyDuplicates) !== '' || isSearchOpen;
}

/** A key that is held down would press the next step too, which takes the place of this one. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

type OpenFixes = Pick<SubmitFooterProps, 'fixableCells' | 'undecided'>;
type NextStep = 'fix' | 'answer' | 'correct' | 'submit';

/** Returns the next step: submitting, once nothing else can be done for all rows at once. */
function nextStep({ ready, invalid }: SheetSummary, { fixableCells, undecided }: OpenFixes) {
  if (fixableCells > 0) return 'fix';
  if (invalid > 0 && undecided > 0) return 'answer';
  return ready === 0 && invalid > 0 ? 'correct' : 'submit';
}

/** Returns what the main button does: "Apply 235 fixes". */
function nextStepText(
  next: Exclude<NextStep, 'submit'>,
  invalid: number,
  { fixableCells, undecided }: OpenFixes,
): string {
  if (next === 'fix') return `Apply ${count(fixableCells)} ${fixableCells === 1 ? 'fix' : 'fixes'}`;
  if (next === 'answer')
    return `Answer ${undecided === 1 ? '1 question' : `${undecided} questions`}`;
  return `Review ${rows(invalid)} to fix`;
}

function footerNote(
  { notices, summary }: Pick<SubmitFooterProps['stage'], 'summary' | 'notices'>,
  { fixableCells, undecided }: OpenFixes,
  warnings: readonly FileNotice[],
  contactName?: string,
): string {
  const { ready, invalid } = summary;
  if (isUnreadable(notices))
    return 'The file couldn’t be read to the end, so its rows can’t be submitted.';
  if (ready === 0 && invalid > 0) return 'No rows are ready to submit. Fix the issues above.';
  if (ready === 0) return 'Nothing to submit: every row is left out, blank or already a lead.';
  return [
    'Nothing is sent until you submit.',
    contactName === undefined ? '' : `Rows without a contact go to ${contactName}.`,
    fixableCells > 0 && undecided > 0 ? 'Unanswered questions are skipped.' : '',
    duplicatesText(summary.readyDuplicates),
    ...(invalid > 0 ? [`${rows(invalid)} will be rejected.`] : []),
    ...warnings.map(({ title }) => title),
  ]
    .filter(Boolean)
    .join(' ');
}
