import { isoDateText } from './date-text.ts';
import { plainNumber, shownNumber } from './number-text.ts';
import {
  maxColumnIndex,
  maxRowNumber,
  noFindings,
  type RowReceiver,
  type WorkbookSheet,
} from './workbook.ts';
import type { Tag, XmlHandler } from './xml-scanner.ts';

/** Attributes of a cell whose value is not its text. */
interface CellValue {
  readonly type: string | undefined;
  readonly value: string | undefined;
  readonly currency: string | undefined;
  readonly repeat: number;
  readonly hasFormula: boolean;
}

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
  readonly #hiddenStyles = new Set<string>();
  #styleName = '';
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
    if (name === 'spreadsheet') this.isSpreadsheet = true;
    else if (name === 'style') this.#styleName = tag.attribute('style:name') ?? '';
    else if (name === 'table-properties' && tag.attribute('table:display') === 'false')
      this.#hiddenStyles.add(this.#styleName);
    else if (name === 'table' && this.#path.at(-2) === 'spreadsheet') this.#openSheet(tag);
    else if (this.#isRead) this.#openInSheet(tag);
  }

  text(text: string): void {
    this.#paragraphs[this.#paragraphs.length - 1] += text;
  }

  close(name: string): void {
    if (this.#asideDepth === this.#path.length) this.#asideDepth = 0;
    this.#path.pop();
    if (this.#asideDepth > 0 || !this.#isRead) return;
    if (name === 'p') this.wantsText = false;
    else if (name === 'table-cell') this.#closeCell();
    else if (name === 'table-row') this.#closeRow();
    else if (name === 'table' && this.#path.at(-1) === 'spreadsheet') this.isDone = true;
  }

  #openSheet(tag: Tag): void {
    this.#row = 0;
    this.sheets.push({
      name: tag.attribute('table:name') ?? '',
      isHidden: this.#hiddenStyles.has(tag.attribute('table:style-name') ?? ''),
    });
  }

  #openInSheet(tag: Tag): void {
    switch (tag.name) {
      case 'table-cell':
        return this.#openCell(tag);
      case 'covered-table-cell':
        // Below a merged cell: not shown.
        this.#column += readRepeat(tag, 'table:number-columns-repeated');
        this.#asideDepth = this.#path.length;
        return;
      case 'table-row':
        this.#rowRepeat = readRepeat(tag, 'table:number-rows-repeated');
        this.#isRowHidden = (tag.attribute('table:visibility') ?? 'visible') !== 'visible';
        this.#cells = [];
        this.#column = 0;
        return;
      case 'table-column':
        if (
          (tag.attribute('table:visibility') ?? 'visible') !== 'visible' &&
          !tag.attribute('table:number-columns-repeated')?.match(/^\d{4,}$/)
        )
          this.findings.hasHiddenColumns = true;
        return;
    }
    if (this.#cell !== null) this.#openInCell(tag);
  }

  #openInCell(tag: Tag): void {
    const isDirect = this.#path.at(-2) === 'table-cell';
    if (isDirect && tag.name !== 'p') {
      this.#asideDepth = this.#path.length;
      return;
    }
    if (isDirect) {
      this.#paragraphs.push('');
      this.wantsText = !tag.isEmpty;
    } else if (tag.name === 's') this.text(' '.repeat(readRepeat(tag, 'text:c')));
    else if (tag.name === 'tab') this.text('\t');
    else if (tag.name === 'line-break') this.text('\n');
    else if (tag.name === 'ruby-text' || tag.name === 'note') this.#skipElement();
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
  }

  #closeCell(): void {
    const cell = this.#cell;
    if (cell === null) return;
    const text = writeText(cell, this.#paragraphs.join('\n'));
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

/** Returns a cell as text: its value by its type, with what else its text shows. */
function writeText({ type, value, currency }: CellValue, shown: string): string {
  switch (type) {
    case 'float':
      return Number.isFinite(Number(value)) && value ? shownFloat(Number(value), shown) : shown;
    case 'percentage':
      return value ? `${plainNumber(Number(value) * 100)}%` : shown;
    case 'currency': {
      if (!value) return shown;
      const isDollar = currency === undefined || /^\W*\$/.test(shown);
      return isDollar ? plainNumber(Number(value)) : `${currency} ${plainNumber(Number(value))}`;
    }
    case 'date':
      return value ? isoDateText(value) : shown;
    case 'time':
      return timeText(value) ?? shown;
    case 'boolean':
      return value === 'true' ? 'TRUE' : 'FALSE';
    default:
      return shown === '' ? (value ?? '') : shown;
  }
}

/** Returns a number with what its text shows beyond it, if the text has all its digits. */
function shownFloat(value: number, shown: string): string {
  // The separators are those of the writer's language: only leading zeros and signs count.
  const digits = shown.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (digits === '') return shownNumber(value, shown);
  if (!Number.isInteger(value) || value < 0 || digits !== String(value)) return plainNumber(value);
  const isGrouped = /^[1-9]\d{0,2}(?:[.,'’\u00a0\u202f ]\d{3})+$/.test(shown.trim());
  return isGrouped ? plainNumber(value) : shownNumber(value, shown);
}

const duration = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/;

/** Returns a time or duration such as `PT10H30M00S` as `10:30`. */
function timeText(value: string | undefined): string | undefined {
  const [, hours, minutes, seconds] = duration.exec(value ?? '') ?? [];
  if (hours === undefined) return undefined;
  return seconds === '00' ? `${hours}:${minutes}` : `${hours}:${minutes}:${seconds}`;
}
