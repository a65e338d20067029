import type { TemplateColumn } from './lead-template.ts';
import type { Encoding } from './parse-options.ts';

/**
 * Excel's name of the format in which to save a file for upload. Excel's “CSV (comma
 * delimited)” writes `?` for every letter that windows-1252 does not have, which damages Māori,
 * Polish and Vietnamese names.
 */
export const excelCsv = 'CSV UTF-8 (comma delimited)';

/** How to upload a sheet with every letter preserved, as the end of a sentence. */
export const saveAdvice = `choose the workbook itself, or save it as “${excelCsv}” and choose that file`;

/**
 * A spreadsheet treats a cell with such a start as a formula, and runs it. Some split cells at a
 * semicolon, skip invisible characters or take full-width signs for plain ones. An apostrophe in
 * front is the spreadsheet's own marker for text. The file contains the apostrophe, and reading the
 * file removes it.
 */
const formulaStart = /^(?:[;\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/u;
/** A formula start, with or without the apostrophes that guarding adds. */
const guardedStart = /^'*(?:[;\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/u;
const apostrophe = 0x27;

/**
 * Returns a cell as it is written to a file. A text that starts like a formula gets an apostrophe
 * in front, so that a spreadsheet shows the text and runs nothing. A valid phone or number of its
 * column stays unchanged. A text that already has apostrophes before such a character gets one
 * more, because reading removes one: `unguardCell(guardCell(column, text))` is `text` for every
 * text.
 */
export function guardCell(column: TemplateColumn | null, text: string): string {
  if (!guardedStart.test(text)) return text;
  return formulaStart.test(text) && isPlainNumber(column, text) ? text : `'${text}`;
}

/**
 * Returns a cell without its guard: removes one of the apostrophes before a formula start.
 */
export function unguardCell(text: string): string {
  // Runs for every cell of a file: the first comparison is false for nearly all of them.
  return text.charCodeAt(0) === apostrophe && guardedStart.test(text) ? text.slice(1) : text;
}

function isPlainNumber(column: TemplateColumn | null, text: string): boolean {
  const kind = column?.field.kind;
  if (kind !== 'phone' && kind !== 'number') return false;
  return column?.field.rule(text).error === undefined;
}

/**
 * Returns one line of a CSV file (RFC 4180), with its line end. Does not guard the cells: call
 * {@link guardCell} first.
 */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\r\n`;
}

/** The encodings in which the portal writes files for download. */
export type FileEncoding = Extract<Encoding, 'windows-1252' | 'utf-8'>;

// Browsers and Node have it, but the contract is compiled for neither.
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

/**
 * The characters of windows-1252 at 0x80 to 0x9F. From 0xA0 on, windows-1252 equals Unicode
 * (https://encoding.spec.whatwg.org/#windows-1252).
 */
const specials = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const bytesOfSpecials = new Map(
  Array.from(specials, (sign, at) => [sign.charCodeAt(0), 0x80 + at]),
);

/**
 * Chooses the encoding of a file from its lines. The choice is windows-1252 if it has every
 * character, because Western spreadsheets read a CSV file as windows-1252. Otherwise the choice is
 * UTF-8 with a byte order mark, without which Excel reads the file as windows-1252. The choice is
 * also UTF-8 if the first non-ASCII bytes in windows-1252 would be taken for UTF-8 (`Ã©` for
 * `é`), so that the text survives a round trip.
 */
export class EncodingChooser {
  #encoding: FileEncoding = 'windows-1252';
  #hasAccents = false;

  /** The encoding for the lines so far. Once it is UTF-8, it stays UTF-8. */
  get encoding(): FileEncoding {
    return this.#encoding;
  }

  /** Takes the next lines of the file. Lines must be whole. */
  add(lines: string): void {
    if (this.#encoding === 'utf-8') return;
    for (let at = 0; at < lines.length; at += 1) {
      if (lines.charCodeAt(at) < 0x80) continue;
      const byte = toByte(lines.charCodeAt(at));
      const isMistakenForUtf8 = !this.#hasAccents && startsUtf8(byte, lines.charCodeAt(at + 1));
      this.#hasAccents = true;
      if (byte === undefined || isMistakenForUtf8) this.#encoding = 'utf-8';
    }
  }
}

/** Returns whether a windows-1252 byte and the next one look like the start of a UTF-8 sequence. */
function startsUtf8(byte: number | undefined, nextCode: number): boolean {
  const next = toByte(nextCode) ?? 0;
  return byte !== undefined && byte >= 0xc2 && byte <= 0xf4 && next >= 0x80 && next <= 0xbf;
}

function toByte(code: number): number | undefined {
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : bytesOfSpecials.get(code);
}

/** Returns the byte order mark of a file in this encoding; empty for windows-1252. */
export function startWithBom(encoding: FileEncoding): string {
  return encoding === 'utf-8' ? '\uFEFF' : '';
}

/**
 * Returns a part of a file as bytes.
 * @throws RangeError at a character that windows-1252 does not have
 */
export function encodePart(text: string, encoding: FileEncoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = toByte(text.charCodeAt(at));
    if (byte === undefined) throw new RangeError('windows-1252 lacks a character of this text.');
    bytes[at] = byte;
  }
  return bytes;
}

/**
 * Returns a whole file as bytes, including the byte order mark, in the encoding that {@link
 * EncodingChooser} chooses.
 */
export function encodeCsv(text: string): {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: FileEncoding;
} {
  const choice = new EncodingChooser();
  choice.add(text);
  const { encoding } = choice;
  return { bytes: encodePart(startWithBom(encoding) + text, encoding), encoding };
}
