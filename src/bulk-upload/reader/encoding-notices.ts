import { saveAdvice } from '#contract/bulk-upload/csv-text.ts';
import type { Encoding, ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { encodingLabel, encodingNames } from '#src/bulk-upload/encodings/encoding-names.ts';

import { type EncodingEvidence, makeLenientDecoder, makeDecoder } from './encodings.ts';
import type { FileNotice, Recognition } from './recognition.ts';
import { type RowFormat, firstRowNumber } from './row-format.ts';

/**
 * Returns the notices about the encoding. Plain ASCII, windows-1252 and UTF-8 are the expected
 * encodings and need no notice, unless another encoding is nearly as probable.
 */
export function encodingNotices(
  evidence: EncodingEvidence,
  samples: Recognition['samples'],
  parseOptions: ParseOptions,
): FileNotice[] {
  const { encoding, isUncertain } = evidence;
  if (isUncertain) return [uncertainNotice(encoding, samples)];
  if (encoding === 'windows-1252' || encoding === 'utf-8') return [];
  const isUnicode = encoding.startsWith('utf-');
  const title = isUnicode
    ? `This file is ${encodingName(evidence)}, not plain CSV.`
    : `This file seems to be ${encodingLabel(encoding)}.`;
  const action = `Read as ${encodingNames[encoding]}`;
  return [
    {
      kind: 'encoding',
      weight: 'fix',
      title,
      advice: isUnicode ? unicodeAdvice(encoding) : seemingAdvice(encoding, samples),
      action,
      parseOptions,
    },
  ];
}

function unicodeAdvice(encoding: Encoding): string {
  return encoding.startsWith('utf-16')
    ? 'Excel calls it “Unicode text”. Read as UTF-16, every character is preserved.'
    : 'Read as UTF-32, every character is preserved.';
}

/** What Excel calls encodings other than those of plain CSV. */
const excelNames: Partial<Record<Encoding, string>> = {
  macintosh: 'CSV (Macintosh)',
  cp437: 'CSV (MS-DOS)',
  cp850: 'CSV (MS-DOS)',
  cp852: 'CSV (MS-DOS)',
  ibm866: 'CSV (MS-DOS)',
};

function seemingAdvice(encoding: Encoding, samples: Recognition['samples']): string {
  const text = samples.find((sample) => sample.encoding === encoding)?.text ?? '';
  const named = excelNames[encoding];
  const excel = named === undefined ? '' : `Excel calls it “${named}”. `;
  return `${excel}In this encoding, a cell is “${text}”. Check that names look right, or choose another encoding under “Read as”.`;
}

/** Returns the notice that the encoding can't be told, with the likeliest readings. */
function uncertainNotice(encoding: Encoding, samples: Recognition['samples']): FileNotice {
  const textIn = (one: Encoding) => samples.find((sample) => sample.encoding === one)?.text ?? '';
  const other = samples.find((sample) => sample.isLikely && sample.encoding !== encoding);
  const name = encodingNames[encoding];
  return {
    kind: 'encoding',
    weight: 'warn',
    title:
      other === undefined
        ? `This file may not be ${name}: “${textIn(encoding)}”.`
        : `This file may be ${encodingLabel(other.encoding)}: “${other.text}”.`,
    advice: `The file doesn’t say which it is. It is read as ${name}: “${textIn(encoding)}”. Choose the reading in which your own names look right. To be certain, ${saveAdvice}.`,
    action: null,
    parseOptions: null,
  };
}

/** Returns the display name of the encoding; for Unicode, also whether it has a byte-order mark. */
export function encodingName({ encoding, hasBom, accents }: EncodingEvidence): string {
  const name = encodingNames[encoding];
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
  const name = encodingNames[encoding];
  const reading = text === '' ? '' : ` In windows-1252, the cell is “${text}”.`;
  return {
    kind: 'encoding',
    weight: 'stop',
    title: `From row ${row} on, in ${column}, the file is not ${name}.`,
    advice: `Rows joined from several files can be in different encodings.${reading} Correct the rows from there on in the original, then ${saveAdvice}.${isCertain ? '' : ' Or read the whole file in another encoding.'}`,
    action: null,
    parseOptions: null,
  };
}

/** Where a file stops being text of its encoding. */
interface EncodingBreak {
  readonly row: number;
  /** The header of the column, or its number. */
  readonly column: string;
  /** The cell as windows-1252, where that may be what it is; else `''`. */
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
  const [after = ''] = rest.split(new RegExp(`["\\r\\n${delimiter === '\t' ? '\\t' : delimiter}]`));
  const before = cells.at(-1)?.slice(0, -1) ?? '';
  return {
    row: firstRow + rows.length,
    column: format.fileHeader.cells[cells.length - 1] ?? `column ${Math.max(1, cells.length)}`,
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
