import { useRef, useState } from 'react';

import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { describeMissingColumns } from '#src/bulk-upload/columns/column-messages.ts';
import { type FoundColumn, namesAnyColumn } from '#src/bulk-upload/columns/template-columns.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import type { FileNotice } from '#src/bulk-upload/reader/recognition.ts';
import {
  ColumnsSection,
  currentColumns,
} from '#src/features/bulk-upload/review/columns-section.tsx';
import { FileDetails } from '#src/features/bulk-upload/review/file-details.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { FormFooter } from '#src/ui/form/form-footer.tsx';

import { FileNotices } from './file-notices.tsx';
import { SkipButton } from './skip-button.tsx';

interface FileIssuesStepProps {
  work: Pick<UploadWork, 'open' | 'readAs' | 'leave'>;
  stage: StageAt<'file-issues'>;
}

/**
 * Shows how the file differs from the template, with the choices of its columns and encoding. The
 * next step is always to check its rows.
 */
export function FileIssuesStep({ work, stage }: FileIssuesStepProps) {
  const { file, recognition } = stage;
  const [parseOptions, setParseOptions] = useState(stage.parseOptions);
  const columns = currentColumns(recognition, parseOptions);
  const isOtherEncoding = parseOptions !== null && parseOptions.encoding !== recognition.encoding;
  const notices = recognition.notices
    // Notices about the encoding apply only to the detected one.
    .filter(({ kind }) => kind !== 'encoding' || !isOtherEncoding)
    .flatMap((notice) => withColumns(notice, columns, parseOptions));
  const canRead = parseOptions !== null && namesAnyColumn(columns);
  const check = useRef<HTMLButtonElement>(null);
  return (
    <>
      {parseOptions !== null && <SkipButton to={check} />}
      <FileDetails
        {...{ file, recognition, parseOptions }}
        onParseOptions={setParseOptions}
        onSheet={(sheet) => void work.open(file, { sheet })}
      />
      <FileNotices notices={notices} />
      {columns.length > 0 && (
        <ColumnsSection
          {...{ recognition, parseOptions }}
          onParseOptions={setParseOptions}
          onHeaderRow={(chosen) => void work.open(file, chosen)}
        />
      )}
      <FormFooter>
        {parseOptions !== null && (
          <Button
            ref={check}
            variant="main"
            aria-disabled={!canRead}
            onClick={() => canRead && void work.readAs(parseOptions)}
          >
            Check rows
          </Button>
        )}
        <Button variant={parseOptions === null ? 'main' : 'bordered'} onClick={() => work.leave()}>
          Choose another file
        </Button>
      </FormFooter>
    </>
  );
}

/**
 * Updates the notice about missing columns to their current assignment; returns other notices
 * unchanged. The number of matched columns is shown at the columns.
 */
function withColumns(
  notice: FileNotice,
  columns: readonly FoundColumn[],
  parseOptions: ParseOptions | null,
): FileNotice[] {
  if (notice.kind !== 'columns' || notice.weight === 'stop') return [notice];
  const lacking = describeMissingColumns(columns, parseOptions ?? {});
  return lacking === null ? [] : [{ ...notice, ...lacking }];
}
