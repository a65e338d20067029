import { useState } from 'react';

import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { assignColumn, assignedColumns } from '#src/bulk-upload/columns/assigned-columns.ts';
import { columnWords } from '#src/bulk-upload/columns/column-words.ts';
import { type FoundColumn, namesAnyColumn } from '#src/bulk-upload/columns/template-columns.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import { encodingNames } from '#src/bulk-upload/reader/encodings.ts';
import type { FileNotice, Recognition } from '#src/bulk-upload/reader/recognition.ts';
import { ColumnsSection } from '#src/features/bulk-upload/review/columns-section.tsx';
import { FileFacts } from '#src/features/bulk-upload/review/file-facts.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice, type NoticeTone } from '#src/ui/feedback/notice.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface FileIssuesStepProps {
  work: Pick<UploadWork, 'open' | 'readAs' | 'leave'>;
  stage: StageAt<'file-issues'>;
}

/**
 * Shows how the file differs from the template, and what to do: apply the fixes, or choose another
 * file.
 */
export function FileIssuesStep({ work, stage }: FileIssuesStepProps) {
  const { file, recognition } = stage;
  const [parseOptions, setParseOptions] = useState(stage.parseOptions);
  const columns =
    parseOptions === null
      ? recognition.columns
      : assignedColumns(recognition.columns, parseOptions.columns);
  const isOtherEncoding = parseOptions !== null && parseOptions.encoding !== recognition.encoding;
  const notices = recognition.notices
    // What is said of the encoding is true only of the one that was recognised.
    .filter(({ kind }) => kind !== 'encoding' || !isOtherEncoding)
    .map((notice) => withColumns(notice, columns));
  const fixes = notices.filter(({ weight }) => weight === 'fix');
  const canRead = parseOptions !== null && namesAnyColumn(columns);
  return (
    <>
      <FileFacts
        {...{ file, recognition, parseOptions }}
        onParseOptions={setParseOptions}
        onSheet={(sheet) => void work.open(file, sheet)}
      />
      {notices.map((notice) => (
        <FileNoticeLine key={notice.kind + notice.weight} notice={notice} />
      ))}
      {columns.length > 0 && (
        <ColumnsSection
          found={columns}
          samples={recognition.columnSamples}
          onAssign={
            parseOptions === null
              ? undefined
              : (columnIndex, target) =>
                  setParseOptions({
                    ...parseOptions,
                    columns: assignColumn(
                      recognition.columns,
                      parseOptions.columns,
                      columnIndex,
                      target,
                    ),
                  })
          }
        />
      )}
      <div className={s.actions}>
        {parseOptions !== null && (
          <Button
            variant="main"
            aria-disabled={!canRead}
            onClick={() => canRead && void work.readAs(parseOptions)}
          >
            {actionWords(fixes, parseOptions, recognition)}
          </Button>
        )}
        <Button variant={parseOptions === null ? 'main' : 'bordered'} onClick={() => work.leave()}>
          Choose another file
        </Button>
      </div>
    </>
  );
}

/** Returns the notice about the columns as they are assigned now, and any other as it is. */
function withColumns(notice: FileNotice, columns: readonly FoundColumn[]): FileNotice {
  if (notice.kind !== 'columns' || notice.weight !== 'fix') return notice;
  return { ...notice, ...columnWords(columns) };
}

/**
 * Returns the button text: the chosen encoding if it differs, the only fix, or the number of fixes.
 */
function actionWords(
  fixes: readonly FileNotice[],
  { encoding }: ParseOptions,
  recognition: Recognition,
): string {
  const [fix] = fixes;
  if (encoding !== recognition.encoding) return `Read as ${encodingNames[encoding]}`;
  if (fix === undefined) return 'Check rows';
  if (fixes.length === 1) return fix.action ?? 'Fix and check rows';
  return `Fix ${fixes.length} issues and check rows`;
}

const tones: Readonly<Record<FileNotice['weight'], NoticeTone>> = {
  stop: 'danger',
  fix: 'warning',
  warn: 'warning',
  info: 'info',
};

/** Shows a notice about the file: title, examples and advice. */
export function FileNoticeLine({
  notice,
  onAction,
}: {
  notice: FileNotice;
  onAction?: (() => void) | undefined;
}) {
  const { weight, title, advice, examples, action } = notice;
  return (
    <Notice
      tone={tones[weight]}
      title={title}
      actions={
        onAction && action !== null ? (
          <Button size="small" onClick={onAction}>
            {action}
          </Button>
        ) : undefined
      }
    >
      {examples && (
        <ul className={s.examples}>
          {examples.map((example) => (
            <li key={example}>{example}</li>
          ))}
        </ul>
      )}
      {advice === '' ? undefined : advice}
    </Notice>
  );
}
