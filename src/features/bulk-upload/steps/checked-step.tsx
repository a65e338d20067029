import { type Ref, useDeferredValue, useRef, useState } from 'react';

import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { useSession } from '#src/api/session.ts';
import { filledColumns } from '#src/bulk-upload/columns/assigned-columns.ts';
import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import { checkedParts, hasSentRows, type StageAt, titleRows } from '#src/bulk-upload/job/stage.ts';
import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import type { RowFilter, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { ColumnsSection } from '#src/features/bulk-upload/review/columns-section.tsx';
import { SaveStatusNote } from '#src/features/bulk-upload/review/connection-notice.tsx';
import {
  ContactSection,
  useContactName,
} from '#src/features/bulk-upload/review/contact-section.tsx';
import { DuplicatesSection } from '#src/features/bulk-upload/review/duplicates-section.tsx';
import { EarlierNotice } from '#src/features/bulk-upload/review/earlier-notice.tsx';
import { FileDetails } from '#src/features/bulk-upload/review/file-details.tsx';
import { focusQuestion } from '#src/features/bulk-upload/review/fix-question.tsx';
import { IssuesSection } from '#src/features/bulk-upload/review/issues-section.tsx';
import { useFixes } from '#src/features/bulk-upload/review/resolutions.ts';
import { cells } from '#src/features/bulk-upload/review/row-counts.ts';
import { useRememberedResolutions } from '#src/features/bulk-upload/review/use-remembered-resolutions.ts';
import { RowsGrid } from '#src/features/bulk-upload/rows/rows-grid.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { SummaryBar } from '#src/ui/layout/summary-bar.tsx';

import { FileNotices } from './file-notices.tsx';
import { SkipButton } from './skip-button.tsx';
import { SubmitFooter } from './submit-footer.tsx';

import s from '#src/features/bulk-upload/review/review.module.css';

interface CheckedStepProps {
  work: UploadWork;
  checked: CheckedFile;
  stage: StageAt<'checked'>;
}

/**
 * Shows the checked file from top to bottom: the findings, the issues beside the rows, and the next
 * step in a footer. Duplicates, contact and columns are further down.
 */
export function CheckedStep({ work, checked, stage: current }: CheckedStepProps) {
  const stage = useRememberedResolutions(current, checked);
  const { summary, parseOptions } = stage;
  const { capabilities } = useSession();
  const contactName = useContactName(stage.choices.contactId);
  const [filter, setFilter] = useState(() => rowsToFix(summary));
  const [visits, setVisits] = useState(0);
  const issues = useRef<HTMLDivElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const fixed = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  // The grid renders after the rest, in slices: rendering both at once would block the page.
  const isGridShown = useDeferredValue(true, false);
  const fixes = useFixes(checked, summary, (after) => {
    setFilter(rowsToFix(after));
    // The pressed button is gone, unless it is the main one.
    if (document.activeElement !== next.current) fixed.current?.focus();
  });

  function handleShow(shown: RowFilter): void {
    setFilter(shown);
    setVisits((before) => before + 1);
  }

  return (
    <>
      <div className={s.screen}>
        <SkipButton to={next} />
        <FileSummary {...{ work, stage }} onColumns={() => goTo(columns.current)} />
        <div ref={fixed} tabIndex={-1} className={s.part}>
          <FixedNotice stage={stage} onUndo={() => void fixes.undo()} />
        </div>
        <div className={s.review}>
          <div ref={issues} className={s.issues}>
            <IssuesSection
              {...{ checked, stage, filter }}
              resolutions={fixes.resolutions}
              onAnswer={fixes.answer}
              onShow={handleShow}
              onFill={fixes.fill}
            />
          </div>
          <div className={s.rows}>
            {isGridShown && (
              <RowsGrid
                {...{ filter, visits }}
                sheet={checked.sheet}
                // As the sheet gave it: remembered answers make another object at each render.
                summary={current.summary}
                changes={current.changes}
                fileColumns={filledColumns(parseOptions.columns)}
                status={<SaveStatusNote saveStatus={stage.saveStatus} />}
                onFilter={setFilter}
                onChanged={checked.apply}
              />
            )}
          </div>
        </div>
      </div>
      <ExtraSections {...{ work, checked, stage, columns }} onShow={handleShow} />
      <SubmitFooter
        {...{ work, stage, contactName, ...fixes }}
        mainButton={next}
        canSearchLeads={capabilities.duplicateLeads}
        onLeaveOut={(leaveOut) => void checked.leaveOut(leaveOut)}
        onFixAll={() => void fixes.fixAll()}
        onQuestions={() => focusQuestion(issues.current)}
        onRows={() => handleShow({ kind: 'invalid' })}
      />
    </>
  );
}

interface FileSummaryProps extends Pick<CheckedStepProps, 'work' | 'stage'> {
  onColumns: () => void;
}

/** Shows the type of the file, the notices from reading it, and how many rows are ready. */
function FileSummary({ work, stage, onColumns }: FileSummaryProps) {
  const { file, summary, recognition, parseOptions, notices, problem } = stage;
  const readAs = (other: ParseOptions) => void work.readAs(other);
  return (
    <>
      <FileDetails
        {...{ file, recognition, parseOptions, onColumns }}
        onSheet={(sheet) => void work.open(file, { sheet })}
        rowCount={summary.read - titleRows(parseOptions)}
        onParseOptions={hasSentRows(stage.summary) ? undefined : readAs}
      />
      <EarlierNotice stage={stage} />
      <FileNotices notices={notices} onReadAs={readAs} />
      {problem !== null && (
        <Notice tone="danger" title="Couldn’t apply your changes">
          {problem}
        </Notice>
      )}
      <SummaryBar parts={checkedParts(summary, parseOptions)} />
    </>
  );
}

interface ExtraSectionsProps extends CheckedStepProps {
  columns: Ref<HTMLDivElement>;
  onShow: (rows: RowFilter) => void;
}

/** Shows what most files leave as it is: duplicates, the contact and the columns. */
function ExtraSections({ work, checked, stage, columns, onShow }: ExtraSectionsProps) {
  const { capabilities } = useSession();
  return (
    <div className={s.extra}>
      <DuplicatesSection {...{ checked, stage, onShow }} />
      {capabilities.contacts && (
        <ContactSection
          value={stage.choices.contactId}
          onChange={(contactId) => checked.choose({ contactId })}
        />
      )}
      <div ref={columns} tabIndex={-1} className={s.part}>
        <ColumnsSection
          {...stage}
          onHeaderRow={(chosen) => void work.open(stage.file, chosen)}
          onParseOptions={
            hasSentRows(stage.summary) ? undefined : (other) => void work.readAs(other)
          }
        />
      </div>
    </div>
  );
}

interface FixedNoticeProps extends Pick<CheckedStepProps, 'stage'> {
  onUndo: () => void;
}

/** Says how many cells were fixed together, with a button to undo it. */
function FixedNotice({ stage: { fixedCells, isChanging }, onUndo }: FixedNoticeProps) {
  if (fixedCells === null) return null;
  return (
    <Notice
      tone="success"
      title={`${cells(fixedCells)} fixed`}
      actions={
        <Button size="small" aria-disabled={isChanging} onClick={onUndo}>
          Undo
        </Button>
      }
    />
  );
}

/** Returns the filter of the rows that need the user; of all rows if none does. */
function rowsToFix({ invalid }: SheetSummary): RowFilter {
  return { kind: invalid > 0 ? 'invalid' : 'all' };
}

/** The first control of a question without an answer. */
function goTo(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true });
  part?.scrollIntoView();
}
