import { isoDateText, type NumberText, decimalText } from './number-text.ts';
import {
  cellAddress,
  damaged,
  maxColumnIndex,
  maxRowNumber,
  noFindings,
  type RowReceiver,
} from './workbook.ts';
import type { Vocabulary } from './xml-names.ts';
import type { Tag, XmlHandler } from './xml-scanner.ts';

const transitional = 'http://schemas.openxmlformats.org';
const strict = 'http://purl.oclc.org/ooxml';

/**
 * The names of Excel workbooks (ECMA-376). Elements of extensions are left out, and what they stand
 * for is taken as programs without the extension do (part 3, 7.6).
 */
export const workbookNames: Vocabulary = {
  namespaces: {
    [`${transitional}/spreadsheetml/2006/main`]: '',
    [`${strict}/spreadsheetml/main`]: '',
    [`${transitional}/package/2006/relationships`]: '',
    [`${transitional}/officeDocument/2006/relationships`]: 'r',
    [`${strict}/officeDocument/relationships`]: 'r',
    [`${transitional}/markup-compatibility/2006`]: 'mc',
  },
  skips: (name) => name.startsWith('?') || name === 'mc:Choice',
};

/** Returns whether an attribute or a cell of an Excel workbook is true. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

const escape = /_x([\da-f]{4})_/gi;

/**
 * Returns a text with characters in place of escapes such as `_x000D_`, with which a workbook
 * writes what XML can't contain (ECMA-376, part 1, 22.9.2.19).
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(escape, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** What the XML of a sheet refers to, and who receives its rows. */
interface SheetToRead {
  readonly strings: readonly string[];
  /** By the number of a cell's style. */
  readonly numberTexts: readonly NumberText[];
  readonly receiver: RowReceiver;
}

/** Reads the rows of a sheet from its XML (ECMA-376, part 1, 18.3.1). */
export class XlsxSheetReader implements XmlHandler {
  readonly findings = noFindings();
  /** Whether the receiver needs no further rows. */
  isDone = false;
  wantsText = false;
  readonly #sheet: SheetToRead;
  #row = 0;
  #isRowHidden = false;
  #cells: string[] = [];
  #column = -1;
  #type: string | undefined;
  #style: string | undefined;
  #value = '';
  /** The text that is written in the cell. Programs leave values of another type beside it. */
  #inline = '';
  #isInline = false;
  #hasFormula = false;
  #phonetic = 0;

  constructor(sheet: SheetToRead) {
    this.#sheet = sheet;
  }

  open(tag: Tag): void {
    switch (tag.name) {
      case 'c':
        return this.#openCell(tag);
      case 'v':
        this.wantsText = true;
        this.#isInline = false;
        return;
      case 't':
        this.wantsText = this.#phonetic === 0;
        this.#isInline = true;
        return;
      case 'f':
        this.#hasFormula = true;
        return;
      case 'row':
        return this.#openRow(tag);
      case 'rPh':
        this.#phonetic += 1;
        return;
      case 'col':
        if (isHidden(tag, 'width')) this.findings.hasHiddenColumns = true;
        return;
      case 'mergeCell':
        this.#recordMerged(tag.attribute('ref') ?? '');
    }
  }

  text(text: string): void {
    if (this.#isInline) this.#inline += text;
    else this.#value += text;
  }

  close(name: string): void {
    switch (name) {
      case 'c':
        return this.#closeCell();
      case 'v':
      case 't':
        this.wantsText = false;
        return;
      case 'row':
        return this.#closeRow();
      case 'rPh':
        this.#phonetic -= 1;
    }
  }

  #openRow(tag: Tag): void {
    const number = Number(tag.attribute('r') ?? this.#row + 1);
    // Rows of a damaged file that are out of order stay in the order of the file.
    this.#row = number > this.#row && number <= maxRowNumber ? number : this.#row + 1;
    this.#isRowHidden = isHidden(tag, 'ht');
    this.#cells = [];
    this.#column = -1;
  }

  #closeRow(): void {
    if (this.#cells.length === 0 || this.isDone) return;
    if (this.#isRowHidden) this.findings.hiddenRows += 1;
    this.isDone = !this.#sheet.receiver.row(this.#row, this.#cells);
  }

  #openCell(tag: Tag): void {
    const address = tag.attribute('r');
    const column = readColumn(address ?? '');
    this.#column = column === -1 ? this.#column + 1 : column;
    this.#type = tag.attribute('t');
    this.#style = tag.attribute('s');
    this.#value = '';
    this.#inline = '';
    this.#hasFormula = false;
  }

  #closeCell(): void {
    if (this.#value === '' && this.#inline === '') {
      if (this.#hasFormula && this.#type !== 'str') this.#recordUncalculated();
      return;
    }
    const text = this.#text();
    if (text !== '' && this.#column <= maxColumnIndex) this.#cells[this.#column] = text;
  }

  #text(): string {
    if (this.#inline !== '' && (this.#type === 'inlineStr' || this.#value === ''))
      return unescapeText(this.#inline);
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return this.#shared(Number(value));
      case 'str':
      case 'inlineStr':
        return unescapeText(value);
      case 'b':
        return isTrue(value) ? 'TRUE' : 'FALSE';
      case 'e':
        return value;
      case 'd':
        return isoDateText(value);
      default: {
        const number = Number(value);
        if (Number.isNaN(number)) return value;
        return (this.#sheet.numberTexts[Number(this.#style ?? 0)] ?? decimalText)(number);
      }
    }
  }

  #shared(index: number): string {
    const text = this.#sheet.strings[index];
    // Without its text, a cell would become empty unnoticed.
    if (text === undefined) throw new Error(damaged);
    return text;
  }

  #recordUncalculated(): void {
    this.findings.uncalculated += 1;
    this.findings.firstUncalculated ??= cellAddress(this.#column, this.#row);
  }

  #recordMerged(range: string): void {
    const [, first, last] = /^[A-Z]+(\d+):[A-Z]+(\d+)$/i.exec(range) ?? [];
    if (first === last) return;
    this.findings.merged += 1;
    this.findings.firstMerged ??= range;
  }
}

/** Returns whether a row or a column is not shown: it is hidden, or has no height or width. */
function isHidden(tag: Tag, size: 'ht' | 'width'): boolean {
  return isTrue(tag.attribute('hidden')) || Number(tag.attribute(size) ?? 1) === 0;
}

/** Returns the index of a cell's column from its address: `B2` → 1; -1 if it names none. */
function readColumn(address: string): number {
  let column = 0;
  for (let at = 0; at < address.length; at += 1) {
    const letter = address.charCodeAt(at) & ~0x20;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 0x40;
  }
  return column - 1;
}
