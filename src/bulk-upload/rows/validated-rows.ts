import { extraCellsError } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { CellErrorList } from '#src/bulk-upload/fixes/cell-error-list.ts';
import { isFixable } from '#src/bulk-upload/fixes/fix-options.ts';
import { contactPhone, IssueFixes } from '#src/bulk-upload/fixes/issue-fixes.ts';
import { IssueTable, type IssueCells } from '#src/bulk-upload/fixes/issue-table.ts';
import {
  findNumberWarnings,
  requiredColumns,
  rowIssue,
  type RowIssue,
} from '#src/bulk-upload/fixes/row-issues.ts';
import { isPhoneIssue } from '#src/lib/values/contact-texts.ts';
import { dependsOnRow } from '#src/lib/values/program-traces.ts';

import type { CellValidator } from './cell-validator.ts';
import { rowFlags, RowStates } from './row-states.ts';

/**
 * The index after the template's last column: the error of a row with extra cells is stored there.
 */
export const extraCellsIndex = templateColumns.length;
const allColumnIndexes = templateColumns.map((_, columnIndex) => columnIndex);
const isOptional = templateColumns.map(({ field }) => !field.required);
const none: readonly number[] = [];
const isBlankText = (text: string) => text.trim() === '';

/**
 * An invalid cell that is not an error of the file: an edited cell, or a required cell that the
 * edits of a blank row leave empty.
 */
interface EditError {
  readonly columnIndex: number;
  readonly issue: number;
}

/**
 * The result of validating a file's rows, without the rows: a state for each row, its errors, and
 * the edits and fixes applied to them. Rows count from 0. Every change updates the counts
 * incrementally; nothing is recounted.
 */
export class ValidatedRows {
  readonly states = new RowStates();
  readonly errors = new CellErrorList();
  readonly issues = new IssueTable();
  readonly validator: CellValidator;
  /** Texts that override the file's, by row and column index. */
  readonly edits = new Map<number, Map<number, string>>();
  readonly editErrors = new Map<number, readonly EditError[]>();
  readonly fixes: IssueFixes;

  constructor(validator: CellValidator) {
    this.validator = validator;
    const { errors, issues, edits } = this;
    const isBlankRow = (row: number) => this.states.has(row, rowFlags.blank);
    const { contacts } = validator;
    this.fixes = new IssueFixes({ errors, issues, edits, isBlankRow, contacts });
  }

  get length(): number {
    return this.states.length;
  }

  /**
   * Validates the next row of the file, in the template's column order. Returns the indexes of the
   * cells that have an error.
   */
  add(cells: readonly string[]): readonly number[] {
    const row = this.states.length;
    if (isBlankText(cells[requiredColumns[0]!]!) && cells.every(isBlankText)) {
      this.states.add(rowFlags.initiallyEmpty | rowFlags.blank, 0);
      return none;
    }
    const first = this.errors.length;
    if (cells.length > extraCellsIndex) return this.#addExtraCells(row, first);
    for (let columnIndex = 0; columnIndex < extraCellsIndex; columnIndex += 1) {
      const text = cells[columnIndex]!;
      if (text === '' && isOptional[columnIndex]) continue;
      if (!this.validator.isValid[columnIndex]!(text)) this.#addError(row, columnIndex, cells);
    }
    const invalid = this.errors.length === first ? none : this.errors.columnIndexes(first);
    // A number in doubt is valid, and still identifies duplicates.
    for (const { columnIndex, ...warning } of findNumberWarnings(cells, invalid))
      this.#addFound(row, columnIndex, warning, cells);
    this.states.add(0, this.#countErrors(first));
    return invalid;
  }

  #addError(row: number, columnIndex: number, cells: readonly string[]): void {
    const found = this.validator.findIssue(columnIndex, cells[columnIndex]!);
    const issue = found && rowIssue(columnIndex, found, cells);
    if (issue) this.#addFound(row, columnIndex, issue, cells);
  }

  #addFound(
    row: number,
    columnIndex: number,
    { found, text, country }: RowIssue,
    cells: readonly string[],
  ): void {
    const { issues, fixes } = this;
    const isClientPhone = isPhoneIssue(found.kind) && columnIndex !== contactPhone;
    const known = isClientPhone ? fixes.countryNumber(cells) : fixes.numberOfCountry(country ?? '');
    const fixable = isFixable(found.kind) ? text : '';
    this.errors.add(row, columnIndex, issues.numberOf(columnIndex, found), fixable, known);
  }

  /** A cell was split in two, so later cells are in the wrong columns and can't be trusted. */
  #addExtraCells(row: number, first: number): readonly number[] {
    const found = { kind: 'extra-cells', sentence: extraCellsError } as const;
    this.errors.add(row, extraCellsIndex, this.issues.numberOf(extraCellsIndex, found), '', 0);
    this.states.add(rowFlags.extraCells, this.#countErrors(first));
    return allColumnIndexes;
  }

  /**
   * Adds the errors from `first` on to the counts of their issues. Returns how many of them make
   * the row invalid.
   */
  #countErrors(first: number): number {
    let rejecting = 0;
    for (let at = first; at < this.errors.length; at += 1) {
      const issue = this.issues.at(this.errors.issue(at));
      if (issue.first === -1) issue.first = at;
      issue.found += 1;
      issue.open += 1;
      if (!issue.isWarning) rejecting += 1;
    }
    return rejecting;
  }

  isEdited(row: number, columnIndex: number): boolean {
    return this.edits.get(row)?.has(columnIndex) ?? false;
  }

  /** Returns whether an error of the file still applies: neither edited nor fixed. */
  isOpen(at: number): boolean {
    return (
      !this.errors.isFixed(at) && !this.isEdited(this.errors.row(at), this.errors.columnIndex(at))
    );
  }

  /** Yields the cells of the issue's column that the applied fix changes, in row order. */
  *fixedCells(issue: IssueCells): Generator<readonly [row: number, text: string]> {
    const number = this.issues.number(issue);
    for (let at = issue.first; at < this.errors.length; at += 1) {
      if (this.errors.issue(at) !== number || !this.errors.isFixed(at)) continue;
      const cells = new Map(this.fixes.fixedCells(at, issue.chosen ?? 0));
      yield [this.errors.row(at), cells.get(issue.columnIndex) ?? ''];
    }
  }

  /** Applies an option of an issue's fix; null reverts the fix. */
  setFix(issue: IssueCells, option: number | null): void {
    const { errors } = this;
    const number = this.issues.number(issue);
    this.fixes.rejoinRest(issue);
    issue.chosen = option;
    for (let at = Math.max(0, issue.first); at < errors.length; at += 1) {
      if (errors.issue(at) !== number) continue;
      const isFixed = option !== null && this.fixes.fixedCells(at, option) !== undefined;
      if (isFixed === errors.isFixed(at)) continue;
      errors.setFixed(at, isFixed);
      const row = errors.row(at);
      if (this.isEdited(row, issue.columnIndex) || this.states.has(row, rowFlags.blank)) continue;
      this.#countOpen(row, issue, isFixed ? -1 : 1);
    }
    this.fixes.separateRest(issue);
  }

  /**
   * Writes cells of one row; `undefined` reverts an edit. `isRowBlank` says that the row is blank
   * after the write; it is ignored for rows that were blank in the file. Returns the issues whose
   * fix now applies to the row, or no longer does.
   */
  write(
    row: number,
    cells: readonly (readonly [columnIndex: number, text: string | undefined])[],
    isRowBlank: boolean,
  ): IssueCells[] {
    this.#countRow(row, -1);
    const texts = this.edits.get(row) ?? new Map<number, string>();
    for (const [columnIndex, text] of cells) {
      if (text === undefined) texts.delete(columnIndex);
      else texts.set(columnIndex, text);
    }
    if (texts.size === 0) this.edits.delete(row);
    else this.edits.set(row, texts);
    const isInitiallyEmpty = this.states.has(row, rowFlags.initiallyEmpty);
    const isBlank = isInitiallyEmpty ? [...texts.values()].every(isBlankText) : isRowBlank;
    this.states.set(row, rowFlags.blank, isBlank);
    const isTrusted = !isBlank && !this.states.has(row, rowFlags.extraCells);
    const errors = isTrusted ? this.#findEditErrors(texts, isInitiallyEmpty) : [];
    if (errors.length === 0) this.editErrors.delete(row);
    else this.editErrors.set(row, errors);
    const refixed = this.fixes.followEdits(row);
    this.#countRow(row, 1);
    return refixed;
  }

  #findEditErrors(texts: ReadonlyMap<number, string>, isInitiallyEmpty: boolean): EditError[] {
    const cells = [...texts];
    if (isInitiallyEmpty)
      cells.push(
        ...requiredColumns
          .filter((columnIndex) => !texts.has(columnIndex))
          .map((columnIndex) => [columnIndex, ''] as [number, string]),
      );
    return cells.flatMap(([columnIndex, text]) => {
      const found = this.validator.findIssue(columnIndex, text);
      return found && !dependsOnRow(found, columnIndex)
        ? [{ columnIndex, issue: this.issues.numberOf(columnIndex, found) }]
        : [];
    });
  }

  /** Adds a row to the counts of its issues, or subtracts it. */
  #countRow(row: number, sign: 1 | -1): void {
    if (this.states.has(row, rowFlags.blank)) return;
    const { errors } = this;
    for (let at = errors.firstOf(row); at < errors.length && errors.row(at) === row; at += 1) {
      const issue = this.issues.at(errors.issue(at));
      if (this.isEdited(row, errors.columnIndex(at))) continue;
      for (let one: IssueCells | null = issue; one; one = one.after)
        for (const [option, counted] of one.options.entries())
          if (this.fixes.fixedCells(at, option, one) !== undefined) counted.cells += sign;
      if (!errors.isFixed(at)) this.#countOpen(row, issue, sign);
    }
    for (const { issue } of this.editErrors.get(row) ?? [])
      this.#countOpen(row, this.issues.at(issue), sign);
  }

  #countOpen(row: number, issue: IssueCells, sign: 1 | -1): void {
    issue.open += sign;
    if (!issue.isWarning) this.states.addErrors(row, sign);
  }
}
