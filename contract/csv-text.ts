import type { TemplateColumn } from './lead-template.ts';
import type { Encoding } from './web/bulk-uploads.ts';

/**
 * What Excel calls the form to save a file to upload in. Its “CSV (comma delimited)” writes `?` for
 * every letter that windows-1252 does not have: Māori, Polish and Vietnamese names lose theirs.
 */
export const excelCsv = 'CSV UTF-8 (comma delimited)';

/**
 * A spreadsheet takes a cell with such a start for a formula, and runs it. The apostrophe is a spreadsheet's own sign for "this is
 * text"; it stands in the file and is taken away again when the file is read.
 */
const formulaStart = /^[=+\-@\t\r]/;
/** With apostrophes before it, it could be one that was guarded. */
const guardedStart = /^'*[=+\-@\t\r]/;
const apostrophe = 0x27;

/**
 * A cell as it is written to a file: one apostrophe more where it starts like a formula, so that a spreadsheet shows it and runs
 * nothing. A valid phone or number of its column stays as it is. A text that came with apostrophes before such a character gets one
 * too, since reading takes one away: `unguardCell(guardCell(column, text))` is `text`, whatever it is.
 */
export function guardCell(column: TemplateColumn | null, text: string): string {
  if (!guardedStart.test(text)) return text;
  return formulaStart.test(text) && isPlainNumber(column, text) ? text : `'${text}`;
}

/** A cell as it was meant: without one of the apostrophes that stand before `=`, `+`, `-`, `@`, a tab or a return at its start. */
export function unguardCell(text: string): string {
  // Asked of every cell of a file: nearly all are done after one look.
  return text.charCodeAt(0) === apostrophe && guardedStart.test(text) ? text.slice(1) : text;
}

function isPlainNumber(column: TemplateColumn | null, text: string): boolean {
  const kind = column?.field.kind;
  if (kind !== 'phone' && kind !== 'number') return false;
  return column?.field.rule(text).error === undefined;
}

/** One line of a CSV file (RFC 4180), with its line end. The cells stand in it as they are: guard them first. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** How a file to download is written. */
export type FileEncoding = Extract<Encoding, 'windows-1252' | 'utf-8'>;

// Browsers and Node have it; the contract is compiled for neither.
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

/** What windows-1252 has at 0x80 to 0x9F; from 0xA0 on it is Unicode's own order (https://encoding.spec.whatwg.org/#windows-1252). */
const specials = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const bytesOfSpecials = new Map(
  Array.from(specials, (sign, at) => [sign.charCodeAt(0), 0x80 + at]),
);

/**
 * Tells how the text of a file is best written, line by line: windows-1252, which is what a spreadsheet in the West takes a CSV file
 * for, when everything fits; else UTF-8 with a mark, without which Excel would read it as windows-1252. What would fit, but whose first
 * bytes beyond ASCII would be taken for UTF-8 (`Ã©` for `é`), is written in UTF-8 too, so that it comes back as it was.
 */
export class EncodingChoice {
  #encoding: FileEncoding = 'windows-1252';
  #hasAccents = false;

  /** What was found so far; once UTF-8, it stays. */
  get encoding(): FileEncoding {
    return this.#encoding;
  }

  /** Takes the next lines of the file, whole ones. */
  take(lines: string): void {
    if (this.#encoding === 'utf-8') return;
    for (let at = 0; at < lines.length; at += 1) {
      if (lines.charCodeAt(at) < 0x80) continue;
      const byte = byteOf(lines.charCodeAt(at));
      const isTakenForUtf8 = !this.#hasAccents && startsUtf8(byte, lines.charCodeAt(at + 1));
      this.#hasAccents = true;
      if (byte === undefined || isTakenForUtf8) this.#encoding = 'utf-8';
    }
  }
}

/** The bytes of windows-1252 that begin a character of UTF-8, and one that goes on with it. */
function startsUtf8(byte: number | undefined, nextCode: number): boolean {
  const next = byteOf(nextCode) ?? 0;
  return byte !== undefined && byte >= 0xc2 && byte <= 0xf4 && next >= 0x80 && next <= 0xbf;
}

function byteOf(code: number): number | undefined {
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : bytesOfSpecials.get(code);
}

/** What a file in this encoding begins with. */
export function markOf(encoding: FileEncoding): string {
  return encoding === 'utf-8' ? '\uFEFF' : '';
}

/** A part of a file as its bytes. @throws RangeError at a character that windows-1252 does not have */
export function encodePart(text: string, encoding: FileEncoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = byteOf(text.charCodeAt(at));
    if (byte === undefined) throw new RangeError('windows-1252 lacks a character of this text.');
    bytes[at] = byte;
  }
  return bytes;
}

/** A whole file as its bytes, its mark included, in the encoding that {@link EncodingChoice} gives. */
export function encodeCsv(text: string): {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: FileEncoding;
} {
  const choice = new EncodingChoice();
  choice.take(text);
  const { encoding } = choice;
  return { bytes: encodePart(markOf(encoding) + text, encoding), encoding };
}
