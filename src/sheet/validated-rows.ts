import { extraCellsError } from '#contract/lead-rows.ts';
import { templateColumns } from '#contract/lead-template.ts';
import { CellErrorList } from '#src/causes/cell-error-list.ts';
import { findFixes, isFixable } from '#src/causes/fix-options.ts';
import { fullNameBeside, fixCell, type FixedCells, type PhoneFixer } from '#src/causes/fixes.ts';
import { IssueTable, type IssueCells } from '#src/causes/issue-table.ts';
import { rowCountry } from '#src/causes/row-country.ts';

import { cellValidator, type CellValidator } from './cell-validator.ts';
import { rowFlags, RowStates } from './row-states.ts';
import type { ValidationContext } from './sheet.ts';

/** The place of the first cell beyond the template's columns: there the error of a row with too many cells stands. */
export const placeBeyond = templateColumns.length;
/** The places of the columns that every lead needs. */
export const requiredPlaces = templateColumns.flatMap(({ field }, place) =>
  field.required ? [place] : [],
);
/** The partner's own phone: where the client lives says nothing of it. */
const contactPhone = templateColumns.findIndex(({ name }) => name === 'brokerContactNumber');
const allPlaces = templateColumns.map((_, place) => place);
const isOptional = templateColumns.map(({ field }) => !field.required);
const none: readonly number[] = [];
const isBlankText = (text: string) => text.trim() === '';

/** A wrong cell that the file does not have: an edited one, or one that an edit of a blank row leaves empty. */
interface EditError {
  readonly place: number;
  readonly issue: number;
}

/**
 * What was validated of a file's rows, without the rows: a state for each, its errors, and the edits and fixes laid over them. Rows count
 * from 0. Every change keeps the counts; nothing is counted anew.
 */
export class ValidatedRows {
  readonly states = new RowStates();
  readonly errors = new CellErrorList();
  readonly issues = new IssueTable();
  readonly validate: CellValidator;
  /** By row and place: the texts written over the file's. */
  readonly edits = new Map<number, Map<number, string>>();
  readonly editErrors = new Map<number, readonly EditError[]>();
  /** Codes of the countries that errors name by number; 0 is none. */
  readonly #countries: string[] = [''];
  #fixPhone: PhoneFixer | undefined;

  constructor(context: ValidationContext) {
    this.validate = cellValidator(context);
  }

  get length(): number {
    return this.states.length;
  }

  /**
   * Validates the next row of the file, in the template's order. `isPlain`: its cells hold plain characters alone, and nothing that looks
   * spoiled. Gives the places of the cells there is something to say of.
   */
  add(cells: readonly string[], isPlain: boolean): readonly number[] {
    const row = this.states.length;
    if (isBlankText(cells[requiredPlaces[0]!]!) && cells.every(isBlankText)) {
      this.states.add(rowFlags.initiallyEmpty | rowFlags.blank, 0);
      return none;
    }
    const first = this.errors.length;
    if (cells.length > placeBeyond) return this.#addExtraCells(row, first);
    if (isPlain) this.#lookAtLengths(row, cells);
    const places = isPlain ? this.validate.lookedAt : allPlaces;
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at]!;
      const text = cells[place]!;
      if (text === '' && isOptional[place]) continue;
      if (!this.validate.isFine[place]!(text)) this.#addError(row, place, cells);
    }
    this.states.add(0, this.#countErrors(first));
    return this.errors.length === first ? none : this.errors.places(first);
  }

  /** All there is to validate of the texts of a plain row. */
  #lookAtLengths(row: number, cells: readonly string[]): void {
    const { texts, longest } = this.validate;
    for (let at = 0; at < texts.length; at += 1)
      if (cells[texts[at]!]!.length > longest[at]!) this.#addError(row, texts[at]!, cells);
  }

  #addError(row: number, place: number, cells: readonly string[]): void {
    const text = cells[place]!;
    const found = this.validate.find(place, text);
    if (found === undefined) return;
    const fullName = found.kind === 'missing' ? fullNameBeside(place, cells) : undefined;
    const kind = fullName === undefined ? found.kind : 'full-name';
    const issue = this.issues.numberOf(place, { ...found, kind });
    const isClientPhone = kind === 'phone-without-plus' && place !== contactPhone;
    const country = isClientPhone ? this.#countryNumber(cells) : 0;
    this.errors.add(row, place, issue, isFixable(kind) ? (fullName ?? text) : '', country);
  }

  /** Some cell was cut in two, and those after it stand in the wrong columns: what they say is not to be trusted. */
  #addExtraCells(row: number, first: number): readonly number[] {
    const found = { kind: 'extra-cells', sentence: extraCellsError } as const;
    this.errors.add(row, placeBeyond, this.issues.numberOf(placeBeyond, found), '', 0);
    this.states.add(rowFlags.extraCells, this.#countErrors(first));
    return allPlaces;
  }

  /** Counts the errors from `first` on at their causes; gives how many of them reject their row. */
  #countErrors(first: number): number {
    let rejecting = 0;
    for (let at = first; at < this.errors.length; at += 1) {
      const issue = this.issues.list[this.errors.issue(at)]!;
      if (issue.first === -1) issue.first = issue.firstOpen = at;
      issue.found += 1;
      issue.open += 1;
      if (!issue.isWarning) rejecting += 1;
    }
    return rejecting;
  }

  #countryNumber(cells: readonly string[]): number {
    const code = rowCountry(cells);
    if (code === undefined) return 0;
    const known = this.#countries.indexOf(code);
    return known === -1 ? this.#countries.push(code) - 1 : known;
  }

  /** Works out the fixes once all rows were added. */
  async findFixes(): Promise<void> {
    const asksPhones = this.issues.list.some(({ kind }) => kind === 'phone-without-plus');
    // What is known of the world's phone numbers is large, and most files need none of it.
    const phones = asksPhones ? await import('#src/causes/fix-phones.ts') : undefined;
    this.#fixPhone = phones?.fixedPhone;
    findFixes(this.errors, this.issues.list, this.#countries, phones);
  }

  /** What an option of its cause makes of an error's cells. */
  fixed(at: number, option: number): FixedCells | undefined {
    const { kind, place, options } = this.issues.list[this.errors.issue(at)]!;
    const country = this.#countries[this.errors.country(at)];
    const cell = { place, text: this.errors.text(at), country };
    return fixCell(kind, cell, options[option]?.value ?? '', this.#fixPhone);
  }

  isEdited(row: number, place: number): boolean {
    return this.edits.get(row)?.has(place) ?? false;
  }

  /** Whether an error of the file is wrong now: neither edited nor fixed. */
  isOpen(at: number): boolean {
    return !this.errors.isFixed(at) && !this.isEdited(this.errors.row(at), this.errors.place(at));
  }

  /** The cells of its column that the fix in force for a cause fixes, in the order of the rows. */
  *fixedCells(issue: IssueCells): Generator<readonly [row: number, text: string]> {
    const number = this.issues.number(issue);
    for (let at = issue.first; at < this.errors.length; at += 1) {
      if (this.errors.issue(at) !== number || !this.errors.isFixed(at)) continue;
      const cells = new Map(this.fixed(at, issue.chosen ?? 0));
      yield [this.errors.row(at), cells.get(issue.place) ?? ''];
    }
  }

  /** Puts a fix in force, another option of it, or none. */
  setFix(issue: IssueCells, option: number | null): void {
    const { errors } = this;
    const number = this.issues.number(issue);
    issue.chosen = option;
    issue.firstOpen = issue.first;
    for (let at = Math.max(0, issue.first); at < errors.length; at += 1) {
      if (errors.issue(at) !== number) continue;
      const isFixed = option !== null && ((errors.fixers(at) >> option) & 1) === 1;
      if (isFixed === errors.isFixed(at)) continue;
      errors.setFixed(at, isFixed);
      const row = errors.row(at);
      if (this.isEdited(row, issue.place) || this.states.has(row, rowFlags.blank)) continue;
      this.#countOpen(row, issue, isFixed ? -1 : 1);
    }
  }

  /**
   * Writes cells of one row, or with `undefined` takes their edits back. `isEmptied`: once written, nothing stands in the row; not asked
   * of rows that were blank in the file.
   */
  write(
    row: number,
    cells: readonly (readonly [place: number, text: string | undefined])[],
    isEmptied: boolean,
  ): void {
    this.#countRow(row, -1);
    const texts = this.edits.get(row) ?? new Map<number, string>();
    for (const [place, text] of cells) {
      if (text === undefined) texts.delete(place);
      else texts.set(place, text);
    }
    if (texts.size === 0) this.edits.delete(row);
    else this.edits.set(row, texts);
    const isInitiallyEmpty = this.states.has(row, rowFlags.initiallyEmpty);
    const isBlank = isInitiallyEmpty ? [...texts.values()].every(isBlankText) : isEmptied;
    this.states.set(row, rowFlags.blank, isBlank);
    const isTrusted = !isBlank && !this.states.has(row, rowFlags.extraCells);
    const errors = isTrusted ? this.#findEditErrors(texts, isInitiallyEmpty) : [];
    if (errors.length === 0) this.editErrors.delete(row);
    else this.editErrors.set(row, errors);
    this.#countRow(row, 1);
  }

  #findEditErrors(texts: ReadonlyMap<number, string>, isInitiallyEmpty: boolean): EditError[] {
    const cells = [...texts];
    if (isInitiallyEmpty)
      cells.push(
        ...requiredPlaces
          .filter((place) => !texts.has(place))
          .map((place) => [place, ''] as [number, string]),
      );
    return cells.flatMap(([place, text]) => {
      const found = this.validate.isFine[place]!(text)
        ? undefined
        : this.validate.find(place, text);
      return found ? [{ place, issue: this.issues.numberOf(place, found) }] : [];
    });
  }

  /** Adds a row to the counts of its causes, or takes it from them. */
  #countRow(row: number, sign: 1 | -1): void {
    if (this.states.has(row, rowFlags.blank)) return;
    const { errors } = this;
    for (let at = errors.firstOf(row); at < errors.length && errors.row(at) === row; at += 1) {
      const issue = this.issues.list[errors.issue(at)]!;
      if (this.isEdited(row, errors.place(at))) continue;
      for (const [option, counted] of issue.options.entries())
        counted.cells += sign * ((errors.fixers(at) >> option) & 1);
      if (!errors.isFixed(at)) this.#countOpen(row, issue, sign);
      issue.firstOpen = Math.min(issue.firstOpen, at);
    }
    for (const { issue: number } of this.editErrors.get(row) ?? []) {
      const issue = this.issues.list[number]!;
      this.#countOpen(row, issue, sign);
      const edited = (issue.editedRows.get(row) ?? 0) + sign;
      if (edited === 0) issue.editedRows.delete(row);
      else issue.editedRows.set(row, edited);
    }
  }

  #countOpen(row: number, issue: IssueCells, sign: 1 | -1): void {
    issue.open += sign;
    if (!issue.isWarning) this.states.addErrors(row, sign);
  }
}
