import { type ByteCheck, cellChecks, cellCheckAt } from '#contract/bulk-upload/cell-checks.ts';
import { ownerError, ownerErrors } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumnAt } from '#contract/bulk-upload/lead-template.ts';
import { byteChecks } from '#src/bulk-upload/bytes/byte-checks.ts';
import { rowKinds, type ScannedRows } from '#src/bulk-upload/bytes/scanned-rows.ts';
import { isPlainName, mayBeTrace } from '#src/bulk-upload/bytes/trace-bytes.ts';
import {
  keyColumnIndexes,
  type DuplicateRows,
} from '#src/bulk-upload/duplicates/duplicate-rows.ts';
import { byteKeyHash, keyHash } from '#src/bulk-upload/duplicates/key-hash.ts';
import { issueKind, type FoundIssue } from '#src/bulk-upload/fixes/issue-kinds.ts';
import * as issues from '#src/bulk-upload/fixes/row-issues.ts';
import type { ScannedSlice } from '#src/bulk-upload/reader/row-format.ts';
import { maxUnknownLength } from '#src/lib/values/choices.ts';
import { type KnownContact, readContact } from '#src/lib/values/contacts.ts';
import {
  isName,
  mayBeDamaged,
  mayHaveTrace,
  programTrace,
} from '#src/lib/values/program-traces.ts';

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
  /** The contacts that rows may name; none if only the upstream service knows them. */
  readonly contacts: readonly KnownContact[];
  /** Returns the issue of a cell; undefined if the cell has none. */
  readonly findIssue: (columnIndex: number, text: string) => FoundIssue | undefined;
}

/**
 * Returns a validator that applies the contract’s checks, checks whether the partner and contact
 * are allowed, and finds text damaged by a spreadsheet that the contract would accept.
 */
export function cellValidator(context: ValidationContext): CellValidator {
  const contacts = context?.contacts ?? [];
  const owners = context && { ...context, contactIds: new Set(contacts.map(({ id }) => id)) };
  const contactKind = (text: string) => {
    if (readContact(contacts, text) !== undefined) return 'contact-name';
    return text.trim().length > maxUnknownLength ? 'other' : 'contact-unknown';
  };
  const findIssue = (columnIndex: number, text: string): FoundIssue | undefined => {
    const result = cellCheckAt(columnIndex).validate(text);
    if (result.error !== undefined)
      return { kind: issueKind(columnIndex, text, result.suggestion), sentence: result.error };
    const sentence = ownerError(templateColumnAt(columnIndex).name, result.value, owners);
    if (sentence !== undefined)
      return { kind: sentence === ownerErrors.brokerRepId ? contactKind(text) : 'other', sentence };
    if (text.trim() === '' || !mayHaveTrace(columnIndex)) return undefined;
    const trace = programTrace(columnIndex, text);
    if (trace || !mayBeDamaged[columnIndex]) return trace;
    return issues.businessNumberWarning(columnIndex, text);
  };
  const isValid = cellChecks.map((check, columnIndex) => {
    if (check.column.name in ownerErrors)
      return (text: string) => text === '' || findIssue(columnIndex, text) === undefined;
    if (!mayHaveTrace(columnIndex)) return check.isValid;
    return (text: string) =>
      check.isValid(text) && (text === '' || programTrace(columnIndex, text) === undefined);
  });
  const isLengthAll = cellChecks.map(
    ({ column, plainLength }, columnIndex) =>
      plainLength > 0 && !isName[columnIndex] && !(column.name in ownerErrors),
  );
  const columnIndexes = [...cellChecks.keys()];
  const textColumns = columnIndexes.filter((columnIndex) => isLengthAll[columnIndex]);
  const maxLengths = textColumns.map((columnIndex) => cellCheckAt(columnIndex).plainLength);
  const otherColumns = columnIndexes.filter((columnIndex) => !isLengthAll[columnIndex]);
  return { isValid, textColumns, maxLengths, otherColumns, contacts, findIssue };
}

const lineFeed = 0x0a;
const none: readonly number[] = [];
const isRequired = cellChecks.map(({ column }) => column.field.required);
/** By column index: the check of its bytes, which takes no cell with a doubt. */
const checks = cellChecks.map(({ column }, columnIndex): ByteCheck => {
  // The owner of a lead depends on the partner.
  if (column.name in ownerErrors) return () => false;
  const check = byteChecks[columnIndex]!;
  if (!isName[columnIndex]) return check;
  return (bytes, start, end) =>
    check(bytes, start, end) && isPlainName(bytes, start, end) && !mayBeTrace(bytes, start, end);
});

/**
 * Recognises the rows without an error in the bytes of a file. All other rows have to be parsed and
 * validated: one by one, the checks of both agree.
 */
export class ScannedRowCheck {
  readonly #validator: CellValidator;
  readonly #maxLengths: Int32Array;
  /** The column of the file of each text column and of each other column; -1 for a missing one. */
  #textsOfFile = new Int32Array();
  #othersOfFile = new Int32Array();
  #columnIndexes: readonly number[] | null = null;
  /** The cells that the doubts about numbers depend on; the others stay empty. */
  readonly #suspectCells = cellChecks.map(() => '');

  constructor(validator: CellValidator) {
    this.#validator = validator;
    this.#maxLengths = Int32Array.from(validator.maxLengths);
  }

  /** Returns whether a row is known to be valid and without any doubt; its cells are known. */
  isValid({ rows, columnIndexes }: ScannedSlice, row: number): boolean {
    if (this.#columnIndexes !== columnIndexes) this.#assign(columnIndexes);
    const first = row * rows.width;
    const hasLines = rows.kinds[row] === rowKinds.lines;
    return (
      this.#areTextsValid(rows, first, hasLines) &&
      this.#areOthersValid(rows, first, hasLines) &&
      !this.#hasWarning(rows, columnIndexes, first)
    );
  }

  #assign(columnIndexes: readonly number[]): void {
    const ofFile = (some: readonly number[]) => Int32Array.from(some, (at) => columnIndexes[at]!);
    this.#columnIndexes = columnIndexes;
    this.#textsOfFile = ofFile(this.#validator.textColumns);
    this.#othersOfFile = ofFile(this.#validator.otherColumns);
  }

  /** Returns whether optional texts are valid: all plain ones are, up to a length. */
  #areTextsValid(rows: ScannedRows, first: number, hasLines: boolean): boolean {
    const { bytes, cellStarts, cellEnds } = rows;
    const textsOfFile = this.#textsOfFile;
    const maxLengths = this.#maxLengths;
    for (let at = 0; at < textsOfFile.length; at += 1) {
      const ofFile = textsOfFile[at]!;
      if (ofFile === -1) continue;
      const start = cellStarts[first + ofFile]!;
      const end = cellEnds[first + ofFile]!;
      if (end - start > maxLengths[at]!) return false;
      const isText =
        start < end &&
        (mayBeTrace(bytes, start, end) || (hasLines && hasLineFeed(bytes, start, end)));
      if (!isText) continue;
      if (!this.#isValidText(this.#validator.textColumns[at]!, rows, start, end)) return false;
    }
    return true;
  }

  #areOthersValid(rows: ScannedRows, first: number, hasLines: boolean): boolean {
    const { bytes, cellStarts, cellEnds } = rows;
    const { otherColumns } = this.#validator;
    for (let at = 0; at < otherColumns.length; at += 1) {
      const columnIndex = otherColumns[at]!;
      const ofFile = this.#othersOfFile[at]!;
      const start = ofFile === -1 ? 0 : cellStarts[first + ofFile]!;
      const end = ofFile === -1 ? 0 : cellEnds[first + ofFile]!;
      if (start >= end) {
        if (isRequired[columnIndex]) return false;
        continue;
      }
      const isText = hasLines && hasLineFeed(bytes, start, end);
      if (!isText && checks[columnIndex]!(bytes, start, end)) continue;
      if (!this.#isValidText(columnIndex, rows, start, end)) return false;
    }
    return true;
  }

  /** Adds the duplicate keys of a valid row to those of the file. */
  addKeys(
    duplicates: DuplicateRows,
    rowOfFile: number,
    { rows, columnIndexes }: ScannedSlice,
    row: number,
  ): void {
    const first = row * rows.width;
    for (let kind = 0; kind < keyColumnIndexes.length; kind += 1) {
      const ofFile = columnIndexes[keyColumnIndexes[kind]!]!;
      if (ofFile === -1) continue;
      const start = rows.cellStarts[first + ofFile]!;
      const end = rows.cellEnds[first + ofFile]!;
      if (start >= end) continue;
      const known = byteKeyHash(kind, rows.bytes, start, end);
      const key = known === null ? keyHash(kind, rows.text(start, end)) : known;
      if (key !== undefined) duplicates.addKey(rowOfFile, kind, key);
    }
  }

  #isValidText(columnIndex: number, rows: ScannedRows, start: number, end: number): boolean {
    return this.#validator.isValid[columnIndex]!(rows.text(start, end));
  }

  #hasWarning(rows: ScannedRows, columnIndexes: readonly number[], first: number): boolean {
    const cells = this.#suspectCells;
    const textAt = (columnIndex: number, max: number) => {
      const ofFile = columnIndexes[columnIndex]!;
      if (ofFile === -1) return '';
      const start = rows.cellStarts[first + ofFile]!;
      const end = rows.cellEnds[first + ofFile]!;
      return end - start > max ? '' : rows.text(start, end);
    };
    for (let at = 0; at < issues.suspectColumns.length; at += 1) {
      const columnIndex = issues.suspectColumns[at]!;
      const country = issues.countryColumns[columnIndex];
      const max = country === undefined ? Infinity : issues.suspectPostcodeLengths.max;
      cells[columnIndex] = textAt(columnIndex, max);
      if (country !== undefined && cells[columnIndex] !== '')
        cells[country] = textAt(country, Infinity);
    }
    return issues.findNumberWarnings(cells, none).length > 0;
  }
}

function hasLineFeed(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === lineFeed) return true;
  return false;
}
