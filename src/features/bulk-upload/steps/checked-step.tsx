import { type ReactNode, useDeferredValue, useRef, useState } from 'react';

import { useSession } from '#src/api/session.ts';
import { filledColumns } from '#src/bulk-upload/columns/assigned-columns.ts';
import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import { checkedParts, type StageAt, titleRows } from '#src/bulk-upload/job/stage.ts';
import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import type { Changed, RowFilter, Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { SaveStatusNote } from '#src/features/bulk-upload/review/connection-notice.tsx';
import { ContactChoice, useContactName } from '#src/features/bulk-upload/review/contact-choice.tsx';
import { DuplicatesSection } from '#src/features/bulk-upload/review/duplicates-section.tsx';
import { EarlierNotice } from '#src/features/bulk-upload/review/earlier-notice.tsx';
import { FileFacts } from '#src/features/bulk-upload/review/file-facts.tsx';
import { FixAllDialog } from '#src/features/bulk-upload/review/fix-all-dialog.tsx';
import {
  answersOf,
  type FixAnswers,
  fixableCells,
  isUndecided,
  openFixes,
} from '#src/features/bulk-upload/review/fix-answers.ts';
import { IssuesSection } from '#src/features/bulk-upload/review/issues-section.tsx';
import { QuestionsSection } from '#src/features/bulk-upload/review/questions-section.tsx';
import { useRememberedAnswers } from '#src/features/bulk-upload/review/use-remembered-answers.ts';
import { count } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { SummaryBar } from '#src/ui/layout/summary-bar.tsx';

import { FileColumns } from './file-columns.tsx';
import { FileNotices } from './file-notices.tsx';
import { InvalidRowDownloads } from './invalid-row-downloads.tsx';
import { SubmitFooter } from './submit-footer.tsx';

import s from '#src/features/bulk-upload/review/review.module.css';

/** What a rows grid needs. */
export interface ShownRows {
  readonly sheet: Sheet;
  readonly summary: SheetSummary;
  /** Increases with each change of the rows. */
  readonly changes: number;
  readonly filter: RowFilter;
  /** Increases each time the user asks to go to the rows shown. */
  readonly visits: number;
  /** The names of the template columns that the file has. */
  readonly fileColumns: readonly string[];
  /** Whether the changes are saved. */
  readonly status: ReactNode;
  readonly onFilter: (filter: RowFilter) => void;
  readonly onChanged: (changed: Changed) => void;
}

interface CheckedStepProps {
  work: UploadWork;
  checked: CheckedFile;
  stage: StageAt<'checked'>;
  renderRows: (rows: ShownRows) => ReactNode;
}

/**
 * Shows the checked file, one way down: what was found, the questions, the issues beside the rows,
 * and the next step in a footer. Duplicates, contact and columns are further down.
 */
export function CheckedStep({ work, checked, stage: current, renderRows }: CheckedStepProps) {
  const stage = useRememberedAnswers(current, checked);
  const { file, summary, recognition, parseOptions, choices } = stage;
  const { capabilities } = useSession();
  const [filter, setFilter] = useState<RowFilter>({
    kind: summary.invalid > 0 ? 'invalid' : 'all',
  });
  const [visits, setVisits] = useState(0);
  const [answers, setAnswers] = useState<FixAnswers>({});
  const [isPreviewing, setPreviewing] = useState(false);
  const contactName = useContactName(stage.choices.contactId);
  const questions = useRef<HTMLDivElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const fixed = useRef<HTMLDivElement>(null);
  // The grid renders after the rest, in slices: rendering both at once would block the page.
  const isGridDrawn = useDeferredValue(true, false);
  const { sheet } = checked;
  const open = openFixes(summary, answers);
  const cells = fixableCells(open);

  function handleAnswer(issue: string, answer: string): void {
    setAnswers((before) => ({ ...before, [issue]: answer }));
    const others = open.find((one) => one.issue.key === issue)?.fix.others ?? [];
    if (others.some(({ value }) => value === answer))
      void checked.tryAnswer({ issue, option: answer });
  }

  function handleShow(shown: RowFilter): void {
    setFilter(shown);
    setVisits((before) => before + 1);
  }

  async function handleFixAll(): Promise<void> {
    setPreviewing(false);
    const after = await checked.fixAll(answersOf(open), cells);
    if (after === undefined) return;
    setFilter({ kind: after.invalid > 0 ? 'invalid' : 'all' });
    announce(
      `${cellCount(cells)} fixed. ${count(after.ready)} ready, ${count(after.invalid)} to fix.`,
    );
    fixed.current?.focus();
  }

  async function handleUndo(): Promise<void> {
    const after = await checked.undo();
    if (after === undefined) return;
    setFilter({ kind: after.invalid > 0 ? 'invalid' : 'all' });
    announce(`Undone. ${count(after.ready)} ready, ${count(after.invalid)} to fix.`);
    fixed.current?.focus();
  }

  return (
    <>
      <div className={s.screen}>
        <FileFacts
          {...{ file, recognition, parseOptions }}
          onSheet={(name) => void work.open(file, name)}
          rowCount={summary.read - titleRows(parseOptions)}
          onColumns={() => goTo(columns.current)}
          onParseOptions={
            summary.submitted + summary.unknown === 0
              ? (other) => void work.readAs(other)
              : undefined
          }
        />
        <EarlierNotice stage={stage} />
        <FileNotices notices={stage.notices} onReadAs={(other) => void work.readAs(other)} />
        {stage.problem !== null && (
          <Notice tone="danger" title="Couldn’t apply your changes">
            {stage.problem}
          </Notice>
        )}
        <SummaryBar parts={checkedParts(summary, parseOptions)} />
        <div ref={fixed} tabIndex={-1} className={s.part}>
          {stage.fixedCells !== null && (
            <Notice
              tone="success"
              title={`${cellCount(stage.fixedCells)} fixed`}
              actions={
                <Button
                  size="small"
                  aria-disabled={stage.isChanging}
                  onClick={() => void handleUndo()}
                >
                  Undo
                </Button>
              }
            />
          )}
        </div>
        <div ref={questions} tabIndex={-1} className={s.part}>
          <QuestionsSection {...{ open, answers }} onAnswer={handleAnswer} />
        </div>
        <div className={s.review}>
          <IssuesSection
            {...{ checked, stage, answers, filter }}
            onShow={handleShow}
            downloads={
              <InvalidRowDownloads
                {...{ sheet, contactId: choices.contactId }}
                fileName={file.name}
                invalid={summary.invalid}
              />
            }
          />
          <div className={s.rows}>
            {isGridDrawn &&
              renderRows({
                sheet,
                // As the sheet gave it: remembered answers make another object at each render.
                summary: current.summary,
                changes: current.changes,
                filter,
                visits,
                fileColumns: filledColumns(parseOptions.columns),
                status: <SaveStatusNote saveStatus={stage.saveStatus} />,
                onFilter: setFilter,
                onChanged: checked.apply,
              })}
          </div>
        </div>
      </div>
      <div className={s.further}>
        <DuplicatesSection {...{ checked, stage }} onShow={handleShow} />
        {capabilities.contacts && (
          <Section title="Contact">
            <ContactChoice
              value={stage.choices.contactId}
              onChange={(contactId) => checked.choose({ contactId })}
            />
          </Section>
        )}
        <div ref={columns} tabIndex={-1} className={s.part}>
          <FileColumns {...{ work, stage }} />
        </div>
      </div>
      <SubmitFooter
        {...{ work, stage, contactName }}
        fixableCells={cells}
        canSearchLeads={capabilities.duplicateLeads}
        undecided={open.filter((one) => isUndecided(one, answers)).length}
        onLeaveOut={(leaveOut) => void checked.leaveOut(leaveOut)}
        onFixAll={() => setPreviewing(true)}
        onQuestions={() => goTo(questions.current)}
        onRows={() => handleShow({ kind: 'invalid' })}
      />
      {isPreviewing && (
        <FixAllDialog
          {...{ open, answers }}
          onAnswer={handleAnswer}
          onConfirm={() => void handleFixAll()}
          onClose={() => setPreviewing(false)}
        />
      )}
    </>
  );
}

function cellCount(cells: number): string {
  return `${count(cells)} ${cells === 1 ? 'cell' : 'cells'}`;
}

function goTo(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true });
  part?.scrollIntoView();
}
