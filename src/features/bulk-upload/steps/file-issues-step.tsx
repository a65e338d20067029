import { useState } from 'react';

import type { ParseOptions } from '#contract/bulk-upload/bulk-uploads.ts';
import { namesAnyColumn } from '#src/bulk-upload/columns/template-columns.ts';
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
  work: Pick<UploadWork, 'readAs' | 'leave'>;
  stage: StageAt<'file-issues'>;
}

/**
 * Shows how the file differs from the template, and what to do: apply the fixes, or choose another
 * file.
 */
export function FileIssuesStep({ work, stage }: FileIssuesStepProps) {
  const { file, recognition } = stage;
  const [parseOptions, setParseOptions] = useState(stage.parseOptions);
  const fixes = recognition.notices.filter(({ weight }) => weight === 'fix');
  return (
    <>
      <FileFacts {...{ file, recognition, parseOptions }} onParseOptions={setParseOptions} />
      {recognition.notices.map((notice) => (
        <FileNoticeLine key={notice.title} notice={notice} />
      ))}
      {namesAnyColumn(recognition.columns) && <ColumnsSection found={recognition.columns} />}
      <div className={s.actions}>
        {parseOptions !== null && (
          <Button variant="main" onClick={() => void work.readAs(parseOptions)}>
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
