import { templateColumnIndex, templateColumnAt } from '#contract/bulk-upload/lead-template.ts';
import { isKeyColumn, type DuplicateRows } from '#src/bulk-upload/duplicates/duplicate-rows.ts';
import type { IssueCells } from '#src/bulk-upload/fixes/issue-table.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-format.ts';
import type { ReadFile } from '#src/bulk-upload/reader/row-reader.ts';

import { LeftOutRows } from './outgoing-rows.ts';
import { rowFlags } from './row-states.ts';
import { FileRows, filteredRows } from './row-view.ts';
import { SheetHistory, type CellChange, type FixChange, type Step } from './sheet-history.ts';
import { currentFixes, sheetSummary, submittedIssues } from './sheet-summary.ts';
import type { Changed, Resolution, RowFilter, SheetSummary } from './sheet.ts';
import type { ValidatedRows } from './validated-rows.ts';
import * as written from './written-rows.ts';

/** A file that was read: its validated rows, access to their cells, and all changes since. */
export class OpenedFile {
  readonly validated: ValidatedRows;
  readonly leftOut: LeftOutRows;
  readonly history = new SheetHistory();
  readonly rows: FileRows;
  readonly #duplicates: DuplicateRows;

  constructor(file: ReadFile, validated: ValidatedRows, duplicates: DuplicateRows) {
    this.validated = validated;
    this.rows = new FileRows(file);
    this.#duplicates = duplicates;
    this.leftOut = new LeftOutRows(validated.states, duplicates, (row) =>
      written.isCorrectedRow(validated, row),
    );
  }

  summary(): SheetSummary {
    const { canUndo, canRedo } = this.history;
    return sheetSummary(this.validated, {
      duplicateRows: this.#duplicates.count,
      duplicateLeads: this.leftOut.leads,
      canUndo,
      canRedo,
    });
  }

  /** Returns the rows that match a filter, in order, counted from 0. */
  filtered(filter: RowFilter): Uint32Array {
    if (filter.kind === 'all')
      return Uint32Array.from({ length: this.validated.length }, (_, at) => at);
    return filter.kind === 'duplicates'
      ? this.leftOut.rows(filter.of)
      : filteredRows(this.validated, filter);
  }

  /**
   * Returns the change of a cell about to be written, by its row number.
   * @throws Error with a message for the user when there is no such cell.
   */
  cellChange(number: number, column: string, text: string): CellChange {
    const columnIndex = templateColumnIndex(column);
    const row = number - firstRowNumber;
    if (columnIndex === -1 || row < 0 || row >= this.validated.length)
      throw new Error('There is no such cell.');
    return {
      row,
      columnIndex,
      before: this.validated.edits.get(row)?.get(columnIndex),
      after: text,
    };
  }

  setFix(issue: IssueCells, option: number | null): void {
    this.validated.setFix(issue, option);
    this.#findFixedDuplicates(issue);
  }

  #findFixedDuplicates(issue: IssueCells): void {
    if (!isKeyColumn(issue.columnIndex)) return;
    const cells = this.validated.fixedCells(issue);
    this.leftOut.reconcile(this.#duplicates.setFix(issue.key, issue.columnIndex, cells));
  }

  /** Applies or reverts a fix. Returns whether its issue has such an option. */
  applyFix({ issue: key, after }: FixChange): boolean {
    const { issues, fixes } = this.validated;
    const issue = issues.byKey(key);
    const option = after === null ? null : fixes.optionIndex(issue, after);
    if (option === -1) return false;
    this.setFix(issue, option);
    return true;
  }

  /** Writes cells that a person typed. Returns the changes, with phones as they were answered. */
  async edit(typed: readonly CellChange[]): Promise<readonly CellChange[]> {
    const changes = await written.withResolutions(this.validated, this.rows, typed);
    await this.write(changes);
    return changes;
  }

  /** Returns the rows with an issue that were not sent, counted from 0. */
  unsentRows(issue: string): number[] {
    return [...this.filtered({ kind: 'issue', issue, isOpen: true })].filter(
      (row) => !written.isSentRow(this.validated, row),
    );
  }

  /**
   * Writes a text to all cells with an issue, except in rows that were sent or are left out.
   * @throws Error with the contract's sentence if the column doesn't take the text
   */
  async fill(key: string, text: string): Promise<Step> {
    const { issues, validator, states } = this.validated;
    const { columnIndex } = issues.byKey(key);
    const found = validator.findIssue(columnIndex, text);
    if (found && !found.isWarning) throw new Error(found.sentence);
    const { name } = templateColumnAt(columnIndex);
    const changes = this.unsentRows(key)
      .filter((row) => !states.has(row, rowFlags.leftOut))
      .map((row) => this.cellChange(row + firstRowNumber, name, text));
    await this.write(changes);
    return { cells: changes, fixes: [] };
  }

  async write(changes: readonly CellChange[]): Promise<void> {
    const byRow = new Map<number, Map<number, string | undefined>>();
    for (const { row, columnIndex, after } of changes) {
      const cells = byRow.get(row) ?? new Map<number, string | undefined>();
      byRow.set(row, cells.set(columnIndex, after));
    }
    const blankRows = await written.findBlankRows(this.validated, this.rows, byRow);
    const refixed = new Set<IssueCells>();
    for (const [row, cells] of byRow)
      for (const issue of this.validated.write(row, [...cells], blankRows.has(row)))
        refixed.add(issue);
    const keys = changes
      .filter(({ columnIndex }) => isKeyColumn(columnIndex))
      .map(({ row, columnIndex, after }) => {
        const { validator, states } = this.validated;
        const isWrong =
          after !== undefined &&
          (states.has(row, rowFlags.extraCells) ||
            validator.isValid[columnIndex]?.(after) !== true);
        return [row, columnIndex, isWrong ? '' : after] as const;
      });
    this.leftOut.reconcile([...byRow.keys(), ...this.#duplicates.edit(keys)]);
    for (const issue of refixed) this.#findFixedDuplicates(issue);
  }

  /**
   * Applies every open fix, those with a question by these answers; none where every row is
   * submitted.
   */
  async fixAll(resolutions: readonly Resolution[]): Promise<Step> {
    const { issues, fixes: options } = this.validated;
    const submitted = submittedIssues(this.validated);
    const unsent = issues.list.filter((issue) => !submitted.has(issue));
    return this.changeFixes(
      plannedFixes(unsent, resolutions, (issue, answer) => options.optionIndex(issue, answer)),
    );
  }

  /**
   * Applies, changes or reverts fixes. Rows that were sent stay as they were sent: their cells
   * become edits in the same step.
   */
  async changeFixes(fixes: readonly FixChange[]): Promise<Step> {
    const { issues } = this.validated;
    const sent = written.sentCells(
      this.validated,
      fixes.map(({ issue }) => issues.byKey(issue)),
    );
    for (const one of fixes) this.applyFix(one);
    const cells = written.changesOfSent(this.validated, sent);
    await this.write(cells);
    return { cells, fixes };
  }

  /** Applies a step of the history: a redone step, or the reverse of an undone one. */
  async apply(step: Step): Promise<Changed> {
    for (const change of step.fixes) this.applyFix(change);
    await this.write(step.cells);
    return this.changed(step);
  }

  /** Returns what the page needs to know after a step. */
  changed(step: Step): Changed {
    return {
      summary: this.summary(),
      edits: step.cells.map(({ row, columnIndex, after }) => ({
        row: row + firstRowNumber,
        column: templateColumnAt(columnIndex).name,
        text: after ?? null,
      })),
      fixes: currentFixes(this.validated),
    };
  }
}

/**
 * Returns the fixes to apply at once: those that are unambiguous, and those whose question has an
 * answer. An applied fix stays as it is. `optionIndex` returns the index of an answer among the
 * options of an issue, -1 if it fixes no cell.
 * @throws Error with a message for the user when no fix is left, or an answer fixes no cell
 */
function plannedFixes(
  issues: readonly IssueCells[],
  resolutions: readonly Resolution[],
  optionIndex: (issue: IssueCells, answer: string) => number,
): FixChange[] {
  const chosen = new Map(resolutions.map(({ issue, option }) => [issue, option]));
  const fixes = issues.flatMap((issue): FixChange[] => {
    const { key, options, question, chosen: before } = issue;
    if (before !== null) return [];
    if (question === '' || question === null)
      return options.slice(0, 1).map(({ value }) => ({ issue: key, before, after: value }));
    const after = chosen.get(key);
    if (after === undefined) return [];
    if (optionIndex(issue, after) === -1) throw new Error('These cells cannot be fixed that way.');
    return [{ issue: key, before, after }];
  });
  if (fixes.length === 0) throw new Error('There is nothing to fix.');
  return fixes;
}
