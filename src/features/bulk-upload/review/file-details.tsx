import { useId } from 'react';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import {
  addToNotes,
  type Encoding,
  type ParseOptions,
} from '#contract/bulk-upload/parse-options.ts';
import { nameEncoding } from '#src/bulk-upload/encodings/encoding-names.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { FileKind, Recognition } from '#src/bulk-upload/reader/recognition.ts';
import { fileSize } from '#src/lib/numbers.ts';
import { NativeSelect } from '#src/ui/form/native-select.tsx';
import { DetailLine } from '#src/ui/layout/section.tsx';

import { EncodingChoice } from './encoding-choice.tsx';
import { rows } from './row-counts.ts';

import s from './bulk-uploads.module.css';

interface FileDetailsProps {
  file: File;
  recognition: Recognition;
  parseOptions: StageAt<'file-issues'>['parseOptions'];
  /** Rereads the file with other parse options; undefined if the options are fixed. */
  onParseOptions?: ((parseOptions: ParseOptions) => void) | undefined;
  /** Opens another sheet of the workbook. */
  onSheet: (sheet: string) => void;
  /** The number of rows read; undefined before they are. */
  rowCount?: number;
  /** Goes to the table of columns. */
  onColumns?: () => void;
}

/**
 * Shows a file's rows, size, encoding and columns, and the choice of the encoding if it makes a
 * difference; of a workbook its kind and its sheet, and the choice of the sheet if it has several.
 */
export function FileDetails(props: FileDetailsProps) {
  const { file, recognition, parseOptions, rowCount, onColumns } = props;
  return (
    <div className={`${s.about} cluster`}>
      <DetailLine
        details={[
          rowCount !== undefined && rows(rowCount),
          fileSize(file.size),
          ...formatDetails(recognition, parseOptions),
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
      <FormatChoice {...props} />
    </div>
  );
}

/** Selects the sheet of a workbook if it has several, or the encoding if it makes a difference. */
function FormatChoice(props: FileDetailsProps) {
  const { recognition, parseOptions, onParseOptions, onSheet } = props;
  const { workbook } = recognition;
  if (workbook)
    return workbook.sheets.length > 1 && <SheetChoice {...workbook} onChange={onSheet} />;
  if (parseOptions === null || !onParseOptions) return null;
  const { encoding } = parseOptions;
  if (recognition.samples.length < 2 && encoding === recognition.encoding) return null;
  return (
    <EncodingChoice
      recognition={recognition}
      value={encoding}
      isRead={props.rowCount !== undefined}
      onChange={(chosen) => onParseOptions({ ...parseOptions, encoding: chosen })}
    />
  );
}

const workbookNames: Partial<Record<FileKind, string>> = {
  workbook: 'Excel workbook (.xlsx)',
  'open-document': 'OpenDocument spreadsheet (.ods)',
};

/** Returns the kind and sheet of a workbook, or the encoding of a CSV file. */
function formatDetails(recognition: Recognition, parseOptions: FileDetailsProps['parseOptions']) {
  const { kind, workbook } = recognition;
  if (workbook) {
    // Several sheets have a control that shows which one is read.
    const sheet = workbook.sheets.length === 1 ? `sheet ${workbook.sheet}` : '';
    return [workbookNames[kind] ?? '', sheet];
  }
  return parseOptions === null ? [] : [encodingText(recognition, parseOptions.encoding)];
}

/**
 * Returns the name of the recognised encoding, or of the one the user chose instead, with what
 * cells are in it, unless it is certain.
 */
function encodingText(recognition: Recognition, encoding: Encoding): string {
  const isRecognised = encoding === recognition.encoding;
  if (isRecognised && encoding.startsWith('utf-')) return recognition.encodingName;
  const name = isRecognised ? recognition.encodingName : `read as ${nameEncoding(encoding)}`;
  const sample = recognition.samples.find((one) => one.encoding === encoding);
  return sample === undefined ? name : `${name}: “${sample.text}”`;
}

/** Returns how many columns of the template the file fills. */
function columnsText({ columns }: ParseOptions): string {
  const all = templateColumns.length;
  const used = new Set(columns?.filter((target) => target !== null && target !== addToNotes));
  return `${columns === null ? all : used.size} of ${all} columns of the template`;
}

interface SheetChoiceProps {
  sheet: string;
  sheets: readonly string[];
  onChange: (sheet: string) => void;
}

/** Selects the sheet of a workbook that is read. */
function SheetChoice({ sheet, sheets, onChange }: SheetChoiceProps) {
  const id = useId();
  return (
    <span className={`${s.sheet} stack-small soft`}>
      <label className="wrap-anywhere" htmlFor={id}>
        Sheet
      </label>
      <NativeSelect
        id={id}
        options={sheets}
        value={sheet}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}
