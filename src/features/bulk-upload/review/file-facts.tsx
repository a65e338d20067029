import type { Encoding, ParseOptions } from '#contract/bulk-upload/bulk-uploads.ts';
import { addToNotes } from '#contract/bulk-upload/column-targets.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import { encodingNames } from '#src/bulk-upload/reader/encodings.ts';
import type { Recognition } from '#src/bulk-upload/reader/recognition.ts';
import { fileSize } from '#src/lib/numbers.ts';
import { Facts } from '#src/ui/layout/section.tsx';

import { EncodingChoice } from './encoding-choice.tsx';
import { rows } from './row-counts.ts';

import s from './bulk-uploads.module.css';

interface FileFactsProps {
  file: File;
  recognition: Recognition;
  parseOptions: StageAt<'file-issues'>['parseOptions'];
  /** Rereads the file with other parse options; undefined if the options are fixed. */
  onParseOptions?: ((parseOptions: ParseOptions) => void) | undefined;
  /** The number of rows read; undefined before they are. */
  rowCount?: number;
  /** Goes to the table of columns. */
  onColumns?: () => void;
}

/**
 * Shows a file's rows, size, encoding and columns, and the encoding choice if it makes a
 * difference.
 */
export function FileFacts(props: FileFactsProps) {
  const { file, recognition, parseOptions, onParseOptions, rowCount, onColumns } = props;
  const encoding = parseOptions?.encoding ?? recognition.encoding;
  const isOther = encoding !== recognition.encoding;
  return (
    <div className={s.about}>
      <Facts
        facts={[
          rowCount !== undefined && rows(rowCount),
          fileSize(file.size),
          parseOptions !== null && encodingText(recognition, encoding),
          parseOptions !== null &&
            (onColumns === undefined ? (
              columnsText(parseOptions)
            ) : (
              <button key="columns" type="button" onClick={onColumns}>
                {columnsText(parseOptions)}
              </button>
            )),
        ]}
      />
      {parseOptions !== null && onParseOptions && (recognition.samples.length > 0 || isOther) && (
        <EncodingChoice
          recognition={recognition}
          value={encoding}
          onChange={(chosen) => onParseOptions({ ...parseOptions, encoding: chosen })}
        />
      )}
    </div>
  );
}

/** Returns the name of the recognised encoding, or of the one the user chose instead. */
function encodingText(recognition: Recognition, encoding: Encoding): string {
  if (encoding === recognition.encoding) return recognition.encodingName;
  return `read as ${encodingNames[encoding]}`;
}

/** Returns how many columns of the template the file fills. */
function columnsText({ columns }: ParseOptions): string {
  const all = templateColumns.length;
  const used = new Set(columns?.filter((target) => target !== null && target !== addToNotes));
  return `${columns === null ? all : used.size} of ${all} columns of the template`;
}
