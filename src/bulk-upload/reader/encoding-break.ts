import { lenientDecoderOf, decoderOf } from './encodings.ts';
import type { RowFormat } from './row-format.ts';
import { firstRowNumber } from './row-index.ts';

/** Where a file stops being text of its encoding. */
export interface EncodingBreak {
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
    decoderOf(encoding).decode(part, { stream: true });
  });
  const decoder = lenientDecoderOf(encoding);
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
