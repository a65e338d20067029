import { cellChecks, cellCheckAt } from '#contract/bulk-upload/cell-checks.ts';
import { ownerError, ownerErrors } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumnAt } from '#contract/bulk-upload/lead-template.ts';
import {
  issueKind,
  mayBeDamaged,
  damagedText,
  type FoundIssue,
} from '#src/bulk-upload/fixes/issue-kinds.ts';
import { businessNumberDoubt } from '#src/bulk-upload/fixes/number-doubts.ts';

import type { ValidationContext } from './sheet.ts';

/** Validates the cells of one partner’s file. */
export interface CellValidator {
  /** By column index: returns whether a cell has no issue, except for doubts about its number. */
  readonly isValid: readonly ((text: string) => boolean)[];
  /**
   * Column indexes of optional text columns, for which only the length of a plain text matters, and
   * the max length of each.
   */
  readonly textColumns: readonly number[];
  readonly maxLengths: readonly number[];
  /** All other column indexes. */
  readonly otherColumns: readonly number[];
  /** Returns the issue of a cell; undefined if the cell has none. */
  readonly findIssue: (columnIndex: number, text: string) => FoundIssue | undefined;
}

/**
 * Returns a validator that applies the contract’s checks, checks whether the partner and contact
 * are allowed, and finds text damaged by a spreadsheet that the contract would accept.
 */
export function cellValidator(context: ValidationContext): CellValidator {
  const owners = context && { ...context, contactIds: new Set(context.contactIds) };
  const findIssue = (columnIndex: number, text: string): FoundIssue | undefined => {
    const result = cellCheckAt(columnIndex).validate(text);
    if (result.error !== undefined)
      return { kind: issueKind(columnIndex, text, result.suggestion), sentence: result.error };
    const sentence = ownerError(templateColumnAt(columnIndex).name, result.value, owners);
    if (sentence !== undefined) return { kind: 'other', sentence };
    if (text.trim() === '' || !mayBeDamaged[columnIndex]) return undefined;
    return damagedText(text) ?? businessNumberDoubt(columnIndex, text);
  };
  const isValid = cellChecks.map((check, columnIndex) => {
    if (check.column.name in ownerErrors)
      return (text: string) => text === '' || findIssue(columnIndex, text) === undefined;
    if (!mayBeDamaged[columnIndex]) return check.isValid;
    return (text: string) => check.isValid(text) && damagedText(text) === undefined;
  });
  const isLengthAll = cellChecks.map(
    ({ column, plainLength }) =>
      plainLength > 0 && !column.field.required && !(column.name in ownerErrors),
  );
  const columnIndexes = [...cellChecks.keys()];
  const textColumns = columnIndexes.filter((columnIndex) => isLengthAll[columnIndex]);
  const maxLengths = textColumns.map((columnIndex) => cellCheckAt(columnIndex).plainLength);
  const otherColumns = columnIndexes.filter((columnIndex) => !isLengthAll[columnIndex]);
  return { isValid, textColumns, maxLengths, otherColumns, findIssue };
}
