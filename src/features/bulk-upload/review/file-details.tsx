import { type ChangeEvent, useId } from 'react';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import {
  addToNotes,
  encodings,
  type Encoding,
  type ParseOptions,
} from '#contract/bulk-upload/parse-options.ts';
import {
  encodingGroups,
  encodingLabel,
  nameEncoding,
} from '#src/bulk-upload/encodings/encoding-names.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { FileKind, Recognition } from '#src/bulk-upload/reader/recognition.ts';
import { fileSize } from '#src/lib/numbers.ts';
import { RadioGroup } from '#src/ui/form/choice-group.tsx';
import { PlainSelect } from '#src/ui/form/plain-controls.tsx';
import { DetailLine } from '#src/ui/layout/section.tsx';

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
 * Shows a file's rows, size, encoding and columns, and the encoding choice if it makes a
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
  if (recognition.samples.length === 0 && encoding === recognition.encoding) return null;
  return (
    <EncodingChoice
      recognition={recognition}
      value={encoding}
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

/** Returns the name of the recognised encoding, or of the one the user chose instead. */
function encodingText(recognition: Recognition, encoding: Encoding): string {
  if (encoding === recognition.encoding) return recognition.encodingName;
  return `read as ${nameEncoding(encoding)}`;
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
    <span className={`${s.encoding} stack-small soft`}>
      <label className="wrap-anywhere" htmlFor={id}>
        Sheet
      </label>
      <PlainSelect
        id={id}
        options={sheets}
        value={sheet}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}

interface EncodingChoiceProps {
  recognition: Recognition;
  value: Encoding;
  onChange: (encoding: Encoding) => void;
}

/**
 * Selects the file's encoding, and shows an accented cell as each choice would decode it. If
 * several encodings are likely, their readings stand side by side.
 */
function EncodingChoice({ recognition, value, onChange }: EncodingChoiceProps) {
  const id = useId();
  const { samples } = recognition;
  const likely = samples.filter(({ isLikely }) => isLikely).map(({ encoding }) => encoding);
  const toOption = (encoding: Encoding) => {
    const sample = samples.find((one) => one.encoding === encoding);
    const text = sample === undefined ? '' : `: “${sample.text}”`;
    return { value: encoding, label: `${encodingLabel(encoding)}${text}` };
  };
  function handleChange({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
    const chosen = encodings.find((encoding) => encoding === target.value);
    if (chosen !== undefined) onChange(chosen);
  }
  const isUncertain = likely.length > 1;
  const groups = encodingGroups.map(({ label, byLanguages }) => ({
    label,
    options: Object.values(byLanguages)
      .flat()
      .filter((encoding) => !likely.includes(encoding))
      .map(toOption),
  }));
  return (
    <div className={`${s.encoding} stack-small soft`} data-uncertain={isUncertain || undefined}>
      {isUncertain && (
        <RadioGroup
          label="Read as: which shows names right?"
          options={likely.map(toOption)}
          chosen={[value]}
          onChange={handleChange}
        />
      )}
      <span className={`${s.encodingSelect} cluster`}>
        <label className="wrap-anywhere" htmlFor={id}>
          {isUncertain ? 'More' : 'Read as'}
        </label>
        <PlainSelect
          id={id}
          options={[]}
          groups={[{ label: 'Likely', options: likely.map(toOption) }, ...groups].filter(
            ({ options }) => options.length > 0,
          )}
          value={value}
          onChange={handleChange}
        />
      </span>
    </div>
  );
}
