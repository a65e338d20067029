import { type CellValue, writeText } from './ods-values.ts';
import {
  cellAddress,
  maxColumnIndex,
  maxRowNumber,
  noFindings,
  type RowReceiver,
  type WorkbookSheet,
} from './workbook.ts';
import type { Vocabulary } from './xml-names.ts';
import type { Tag, XmlHandler } from './xml-scanner.ts';

/** The names of OpenDocument spreadsheets (ISO/IEC 26300-1). */
export const openDocumentNames: Vocabulary = {
  namespaces: Object.fromEntries(
    ['office', 'style', 'table', 'text'].map((name) => [
      `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`,
      name,
    ]),
  ),
};

/** The sheet to read. */
interface SheetToRead {
  readonly index: number;
  readonly receiver: RowReceiver;
}

/** Reads the sheets of an OpenDocument spreadsheet, and the rows of one of them. */
export class OdsReader implements XmlHandler {
  readonly sheets: WorkbookSheet[] = [];
  readonly findings = noFindings();
  isSpreadsheet = false;
  isDone = false;
  wantsText = false;
  readonly #sheet: SheetToRead | null;
  /** The styles of sheets, rows and columns that are not shown, as `family/name`. */
  readonly #hiddenStyles = new Set<string>();
  #style = '';
  /** The names of the elements around the current place. */
  readonly #path: string[] = [];
  /** The depth of an element whose content is no text of a cell: a comment, a drawing. */
  #asideDepth = 0;
  #row = 0;
  #rowRepeat = 1;
  #isRowHidden = false;
  #cells: string[] = [];
  #column = 0;
  #cell: CellValue | null = null;
  #paragraphs: string[] = [];

  /** `sheet`: null if only the names of the sheets are needed. */
  constructor(sheet: SheetToRead | null) {
    this.#sheet = sheet;
  }

  get #isRead(): boolean {
    return this.#sheet !== null && this.sheets.length - 1 === this.#sheet.index;
  }

  open(tag: Tag): void {
    const { name } = tag;
    this.#path.push(name);
    if (this.#asideDepth > 0) return;
    if (name === 'office:spreadsheet') this.isSpreadsheet = true;
    else if (name === 'style:style')
      this.#style = `${tag.attribute('style:family')}/${tag.attribute('style:name')}`;
    else if (name.startsWith('style:') && hidesContent(tag)) this.#hiddenStyles.add(this.#style);
    else if (name === 'table:table' && this.#path.at(-2) === 'office:spreadsheet')
      this.#openSheet(tag);
    else if (this.#isRead) this.#openInSheet(tag);
  }

  text(text: string): void {
    this.#paragraphs[this.#paragraphs.length - 1] += text;
  }

  close(name: string): void {
    if (this.#asideDepth === this.#path.length) this.#asideDepth = 0;
    this.#path.pop();
    if (this.#asideDepth > 0 || !this.#isRead) return;
    if (name === 'text:p') this.wantsText = false;
    else if (name === 'table:table-cell') this.#closeCell();
    else if (name === 'table:table-row') this.#closeRow();
    else if (name === 'table:table' && this.#path.at(-1) === 'office:spreadsheet')
      this.isDone = true;
  }

  #openSheet(tag: Tag): void {
    this.#row = 0;
    this.sheets.push({
      name: tag.attribute('table:name') ?? '',
      isHidden: this.#hasHiddenStyle(tag, 'table'),
    });
  }

  #hasHiddenStyle(tag: Tag, family: string): boolean {
    return this.#hiddenStyles.has(`${family}/${tag.attribute('table:style-name')}`);
  }

  #isHidden(tag: Tag, family: string): boolean {
    const visibility = tag.attribute('table:visibility') ?? 'visible';
    return visibility !== 'visible' || this.#hasHiddenStyle(tag, family);
  }

  #openInSheet(tag: Tag): void {
    switch (tag.name) {
      case 'table:table-cell':
        return this.#openCell(tag);
      case 'table:covered-table-cell':
        // Below a merged cell: not shown.
        this.#column += readRepeat(tag, 'table:number-columns-repeated');
        return this.#skipElement();
      case 'table:table-row':
        this.#rowRepeat = readRepeat(tag, 'table:number-rows-repeated');
        this.#isRowHidden = this.#isHidden(tag, 'table-row');
        this.#cells = [];
        this.#column = 0;
        return;
      case 'table:table-column':
        if (
          this.#isHidden(tag, 'table-column') &&
          !tag.attribute('table:number-columns-repeated')?.match(/^\d{4,}$/)
        )
          this.findings.hasHiddenColumns = true;
        return;
    }
    if (this.#cell !== null) this.#openInCell(tag);
  }

  #openInCell(tag: Tag): void {
    const isDirect = this.#path.at(-2) === 'table:table-cell';
    if (isDirect && tag.name !== 'text:p') this.#skipElement();
    else if (isDirect) {
      this.#paragraphs.push('');
      this.wantsText = !tag.isEmpty;
    } else if (tag.name === 'text:s') this.text(' '.repeat(readRepeat(tag, 'text:c')));
    else if (tag.name === 'text:tab') this.text('\t');
    else if (tag.name === 'text:line-break') this.text('\n');
    else if (tag.name === 'text:ruby-text' || tag.name === 'text:note') this.#skipElement();
  }

  /** Leaves out the text of the current element. */
  #skipElement(): void {
    this.#asideDepth = this.#path.length;
  }

  #openCell(tag: Tag): void {
    const type = tag.attribute('office:value-type');
    this.#cell = {
      type,
      value:
        tag.attribute('office:value') ??
        tag.attribute('office:date-value') ??
        tag.attribute('office:time-value') ??
        tag.attribute('office:boolean-value') ??
        tag.attribute('office:string-value'),
      currency: tag.attribute('office:currency'),
      repeat: readRepeat(tag, 'table:number-columns-repeated'),
      hasFormula: tag.attribute('table:formula') !== undefined,
    };
    this.#paragraphs = [];
    this.#recordMerged(readRepeat(tag, 'table:number-rows-spanned') - 1, tag);
  }

  #recordMerged(rowsBelow: number, tag: Tag): void {
    if (rowsBelow === 0) return;
    const { findings } = this;
    const lastColumn = this.#column + readRepeat(tag, 'table:number-columns-spanned') - 1;
    findings.merged += 1;
    findings.firstMerged ??= `${cellAddress(this.#column, this.#row + 1)}:${cellAddress(lastColumn, this.#row + 1 + rowsBelow)}`;
  }

  #closeCell(): void {
    const cell = this.#cell;
    if (cell === null) return;
    const text = writeText(cell, this.#paragraphs.join('\n'));
    if (text === '' && cell.hasFormula && cell.type === undefined) {
      this.findings.uncalculated += 1;
      this.findings.firstUncalculated ??= cellAddress(this.#column, this.#row + 1);
    }
    if (text !== '')
      for (let at = 0; at < cell.repeat && this.#column + at <= maxColumnIndex; at += 1)
        this.#cells[this.#column + at] = text;
    this.#column += cell.repeat;
    this.#cell = null;
  }

  #closeRow(): void {
    const cells = this.#cells;
    if (cells.length > 0) {
      if (this.#isRowHidden) this.findings.hiddenRows += this.#rowRepeat;
      for (let at = 1; at <= this.#rowRepeat && !this.isDone; at += 1)
        if (this.#row + at <= maxRowNumber)
          this.isDone = this.#sheet?.receiver.row(this.#row + at, [...cells]) === false;
    }
    this.#row += this.#rowRepeat;
  }
}

function readRepeat(tag: Tag, name: string): number {
  const repeat = Number(tag.attribute(name) ?? 1);
  return repeat >= 1 ? Math.min(Math.trunc(repeat), maxRowNumber) : 1;
}

/** Returns whether a style makes a sheet, a row or a column disappear. */
function hidesContent(tag: Tag): boolean {
  const size = tag.attribute('style:row-height') ?? tag.attribute('style:column-width') ?? '1';
  return tag.attribute('table:display') === 'false' || Number.parseFloat(size) === 0;
}
