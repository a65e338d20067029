import { saveAdvice } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Encoding, ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { nameEncoding } from '#src/bulk-upload/encodings/encoding-names.ts';

import { type EncodingEvidence, makeLenientDecoder, makeDecoder } from './encodings.ts';
import type { FileNotice, Recognition } from './recognition.ts';
import { type RowFormat, firstRowNumber } from './row-format.ts';

/**
 * Returns the notices about the encoding. Plain ASCII, windows-1252, UTF-8 and what Excel’s menu
 * writes need no notice: the cells in them are shown beside the name of the encoding.
 */
export function encodingNotices(
  { encoding, isUncertain }: EncodingEvidence,
  samples: Recognition['samples'],
  parseOptions: ParseOptions,
): FileNotice[] {
  const name = nameEncoding(encoding);
  if (isUncertain) {
    const text = samples.find((sample) => sample.encoding === encoding)?.text ?? '';
    return [
      {
        kind: 'encoding',
        weight: 'warn',
        title: `We read this file as ${name}: “${text}”.`,
        advice: `Its bytes don’t show how it was saved. If letters look wrong, choose another encoding above. To be certain, ${saveAdvice}.`,
      },
    ];
  }
  if (!encoding.startsWith('utf-16')) return [];
  const title = `This file is saved as ${name}. We can read it; nothing is lost.`;
  const action = `Read as ${name}`;
  return [{ kind: 'encoding', weight: 'fix', title, advice: '', action, parseOptions }];
}

/** Returns the display name of the encoding; for Unicode, also whether it has a byte-order mark. */
export function encodingName({ encoding, hasBom, accents }: EncodingEvidence): string {
  const name = nameEncoding(encoding);
  if (encoding.startsWith('utf-')) return `${name} ${hasBom ? 'with BOM' : 'without BOM'}`;
  return accents === null ? 'plain ASCII' : name;
}

/**
 * Returns the notice that a file stops being text of its encoding, and where. `isCertain`: whether
 * the file can't be read in another encoding.
 */
export function brokenEncoding(
  encoding: Encoding,
  { row, column, text }: EncodingBreak,
  isCertain: boolean,
): FileNotice {
  const name = nameEncoding(encoding);
  const reading = text === '' ? '' : ` In windows-1252, the cell is “${text}”.`;
  return {
    kind: 'encoding',
    weight: 'stop',
    title: `Row ${row}, ${column}, is not ${name}.`,
    advice: `Rows joined from several files can be in different encodings.${reading} Correct the rows from there on in the original, then ${saveAdvice}.${isCertain ? '' : ' Or read the whole file in another encoding.'}`,
  };
}

/** The place where a file stops being text of its encoding. */
interface EncodingBreak {
  readonly row: number;
  /** The label or header of the column, or its number. */
  readonly column: string;
  /** The cell as windows-1252, if that may be its encoding; else `''`. */
  readonly text: string;
}

/** How many bytes of the cell are shown after the first invalid one. */
const maxExcerpt = 30;

/**
 * Finds the first cell that is no text of the file's encoding.
 * @param bytes from the start of a row on
 * @param firstRow the number of that row
 */
export function encodingBreak(
  bytes: Uint8Array,
  format: RowFormat,
  firstRow = firstRowNumber,
): EncodingBreak {
  const { encoding, delimiter } = format.parseOptions;
  const end = validLength(bytes, (part) => {
    makeDecoder(encoding).decode(part, { stream: true });
  });
  const decoder = makeLenientDecoder(encoding);
  const text = decoder.decode(bytes.subarray(0, end), { stream: true });
  const { rows, cursor } = format.parse(text, true);
  const cells = format.parse(`${text.slice(cursor)}.`, false).rows[0] ?? [];
  const textEnd = encoding === 'utf-8' ? decoder.take(text) : end;
  const rest = new TextDecoder('windows-1252').decode(
    bytes.subarray(textEnd, textEnd + maxExcerpt),
  );
  const [after = ''] = (rest.split(/["\r\n]/)[0] ?? '').split(delimiter);
  const before = cells.at(-1)?.slice(0, -1) ?? '';
  const header = format.fileHeader.cells[cells.length - 1];
  const label = templateColumns.find(({ name }) => name === header)?.label;
  return {
    row: firstRow + rows.length,
    column: label ?? header ?? `column ${Math.max(1, cells.length)}`,
    text: encoding === 'utf-8' ? `${before}${after}`.trim() : '',
  };
}

/** Returns how many of the first bytes are valid, or begin a valid character. */
function validLength(bytes: Uint8Array, decode: (part: Uint8Array) => void): number {
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1;
    try {
      decode(bytes.subarray(0, middle));
      valid = middle;
    } catch {
      invalid = middle;
    }
  }
  return valid;
}
