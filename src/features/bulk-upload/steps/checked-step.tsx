import { type ReactNode, useDeferredValue, useRef, useState } from 'react';

import { useSession } from '#src/api/session.ts';
import type { SaveStatus } from '#src/bulk-upload/job/autosave.ts';
import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import { checkedParts, type StageAt } from '#src/bulk-upload/job/stage.ts';
import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import type { Changed, RowFilter, Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { ColumnsSection } from '#src/features/bulk-upload/review/columns-section.tsx';
import { ContactChoice } from '#src/features/bulk-upload/review/contact-choice.tsx';
import { DuplicatesSection } from '#src/features/bulk-upload/review/duplicates-section.tsx';
import { EarlierNotice } from '#src/features/bulk-upload/review/earlier-notice.tsx';
import { FileFacts } from '#src/features/bulk-upload/review/file-facts.tsx';
import { IssuesSection } from '#src/features/bulk-upload/review/issues-section.tsx';
import { exactTime } from '#src/lib/dates.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { SummaryBar } from '#src/ui/layout/summary-bar.tsx';

import { FileNoticeLine } from './file-issues-step.tsx';
import { SubmitFooter } from './submit-footer.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

/** What a rows grid needs. */
export interface ShownRows {
  readonly sheet: Sheet;
  readonly summary: SheetSummary;
  readonly filter: RowFilter;
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
 * Shows the checked file: summary, issues to fix, duplicates, columns, the rows, and the submit
 * footer.
 */
export function CheckedStep({ work, checked, stage, renderRows }: CheckedStepProps) {
  const { file, summary, recognition, parseOptions } = stage;
  const { capabilities } = useSession();
  const [filter, setFilter] = useState<RowFilter>({
    kind: summary.invalid > 0 ? 'invalid' : 'all',
  });
  const rows = useRef<HTMLDivElement>(null);
  const issues = useRef<HTMLDivElement>(null);
  // The grid renders after the rest, in slices: rendering both at once would block the page.
  const isGridDrawn = useDeferredValue(true, false);
  const { sheet } = checked;

  function handleShow(shown: RowFilter): void {
    setFilter(shown);
    goTo(rows.current);
  }

  /** Goes to the issues if any has a fix left to apply, else to the invalid rows. */
  function handleFix(): void {
    const isOffered = summary.issues.some(({ fix }) => fix !== null && fix.chosen === null);
    if (isOffered) goTo(issues.current);
    else handleShow({ kind: 'invalid' });
  }

  return (
    <>
      <FileFacts
        {...{ file, recognition, parseOptions }}
        onParseOptions={
          summary.submitted + summary.unknown === 0 ? (other) => void work.readAs(other) : undefined
        }
      />
      <EarlierNotice stage={stage} />
      {stage.notices.map((notice) => (
        <FileNoticeLine
          key={notice.title}
          notice={notice}
          onAction={parseOptionsOf(work, notice)}
        />
      ))}
      {stage.problem !== null && (
        <Notice tone="danger" title="Couldn’t apply your changes">
          {stage.problem}
        </Notice>
      )}
      <SummaryBar parts={checkedParts(summary)} />
      <div ref={issues} className={s.issuesPart} tabIndex={-1}>
        <IssuesSection {...{ checked, stage }} onShow={handleShow} />
      </div>
      <DuplicatesSection {...{ checked, stage }} onShow={handleShow} />
      <ColumnsSection found={recognition.columns} />
      {capabilities.contacts && (
        <Section title="Contact">
          <ContactChoice
            value={stage.choices.contactId}
            onChange={(contactId) => checked.choose({ contactId })}
          />
        </Section>
      )}
      <div ref={rows} className={s.rows} tabIndex={-1}>
        <Section title="Rows" note={<SaveStatusNote saveStatus={stage.saveStatus} />}>
          {isGridDrawn &&
            renderRows({ sheet, summary, filter, onFilter: setFilter, onChanged: checked.apply })}
        </Section>
      </div>
      <SubmitFooter {...{ work, checked, stage }} onFix={handleFix} />
    </>
  );
}

/**
 * Shows whether the changes are saved at the service, so that they can be resumed on another
 * computer.
 */
function SaveStatusNote({ saveStatus }: { saveStatus: SaveStatus }) {
  const { isSaved, connection, rejection } = saveStatus;
  if (rejection !== null) return <span className={s.notSaved}>Not saved: {rejection}</span>;
  if (connection !== null) {
    const since = exactTime(new Date(connection.since).toISOString());
    return (
      <span className={s.notSaved}>Not saved since {since}: the service isn’t responding</span>
    );
  }
  return <span className={s.note}>{isSaved ? 'All changes saved' : 'Saving…'}</span>;
}

function goTo(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true });
  part?.scrollIntoView();
}

/** Returns the handler of a notice's button, which rereads the file as the notice suggests. */
function parseOptionsOf(work: UploadWork, { parseOptions }: StageAt<'checked'>['notices'][number]) {
  return parseOptions === null ? undefined : () => void work.readAs(parseOptions);
}
