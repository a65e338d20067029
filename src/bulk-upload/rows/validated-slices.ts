import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { rowKinds } from '#src/bulk-upload/bytes/scanned-rows.ts';
import { DuplicateRows } from '#src/bulk-upload/duplicates/duplicate-rows.ts';
import type { RowKeys } from '#src/bulk-upload/duplicates/key-list.ts';
import type { CellErrors } from '#src/bulk-upload/fixes/cell-error-list.ts';
import type { FoundIssue } from '#src/bulk-upload/fixes/issue-kinds.ts';
import type { RowSlice, ScannedSlice } from '#src/bulk-upload/reader/row-format.ts';
import {
  readFileRows,
  type PartsAhead,
  type ReadOptions,
} from '#src/bulk-upload/reader/row-reader.ts';

import { cellValidator, type CellValidator, ScannedRowCheck } from './row-checks.ts';
import { rowFlags, type RowStateBytes } from './row-states.ts';
import type { ValidationContext } from './sheet.ts';
import { ValidatedRows } from './validated-rows.ts';

/** The validated rows of a part of a file, as one worker sends them to another. */
export interface ValidatedPart {
  readonly states: RowStateBytes;
  readonly errors: CellErrors;
  /** The issues and country codes that the errors refer to by number. */
  readonly issues: readonly { readonly columnIndex: number; readonly found: FoundIssue }[];
  readonly countries: readonly string[];
  readonly keys: RowKeys;
}

/** Validates the rows of a file, slice after slice, and collects their duplicate keys. */
export class ValidatedSlices {
  readonly validated: ValidatedRows;
  readonly duplicates = new DuplicateRows();
  readonly #check: ScannedRowCheck;

  constructor(validator: CellValidator) {
    this.validated = new ValidatedRows(validator);
    this.#check = new ScannedRowCheck(validator);
  }

  add(slice: RowSlice): void {
    if (slice.scanned === null) this.#addParsed(slice.rows);
    else this.#addScanned(slice.scanned);
  }

  /** Adds rows whose cells were found in their bytes, and parses those that are not known valid. */
  #addScanned(scanned: ScannedSlice): void {
    const { kinds, length } = scanned.rows;
    const { states } = this.validated;
    for (let row = 0; row < length; row += 1) {
      const kind = kinds[row];
      if (kind === rowKinds.blank) states.add(rowFlags.initiallyEmpty | rowFlags.blank, 0);
      else if (kind !== rowKinds.unknown && this.#check.isValid(scanned, row)) {
        this.#check.addKeys(this.duplicates, states.length, scanned, row);
        states.add(0, 0);
      } else {
        const first = row;
        while (row + 1 < length && kinds[row + 1] === rowKinds.unknown) row += 1;
        this.#addParsed(scanned.parse(first, row + 1));
      }
    }
  }

  #addParsed(rows: readonly string[][]): void {
    const { validated, duplicates } = this;
    for (const cells of rows) {
      const wrong = validated.add(cells);
      duplicates.add(validated.length - 1, cells, wrong);
    }
  }

  /** Returns a copy of what is known of all rows, for `append`. */
  all(): ValidatedPart {
    const { states, errors, issues, fixes } = this.validated;
    return {
      states: states.all(),
      errors: errors.all(),
      issues: issues.list.map(({ columnIndex, kind, sentence, isWarning }) => ({
        columnIndex,
        found: { kind, sentence, isWarning },
      })),
      countries: fixes.countries,
      keys: this.duplicates.keys(),
    };
  }

  /** Adds the rows that follow, which were validated elsewhere. */
  append(part: ValidatedPart): void {
    const { states, errors, issues, fixes } = this.validated;
    const first = errors.length;
    const issueNumbers = part.issues.map((issue) =>
      issues.numberOf(issue.columnIndex, issue.found),
    );
    const countryNumbers = part.countries.map((code) => fixes.numberOfCountry(code));
    this.duplicates.append(part.keys, states.length);
    errors.append(part.errors, states.length, issueNumbers, countryNumbers);
    states.append(part.states);
    this.validated.countErrors(first);
  }
}

/** Returns the buffers of all arrays in a part, so that they can be sent without a copy. */
export function listBuffers({ states, errors, keys }: ValidatedPart): ArrayBufferLike[] {
  const arrays = [states, errors, keys].flatMap((each) => Object.values(each));
  return arrays.map(({ buffer }) => buffer);
}

/** Workers that read and validate parts of a file. */
type PartWorkers = Omit<PartsAhead<ValidatedPart>, 'accept'> & {
  /** Ends the workers; parts that are being read resolve with null. */
  readonly close: () => void;
};

/** Starts workers for a file; returns undefined if it is better read in this thread alone. */
export type OpenPartWorkers = (
  file: File,
  parseOptions: ParseOptions,
  context: ValidationContext,
) => PartWorkers | undefined;

/**
 * Reads and validates the rows of a file, in these workers if there are any. Closes the workers
 * afterwards.
 * @throws an Error with a sentence for the user if the file changes meanwhile; the signal's reason
 * if it is aborted
 */
export async function readSlices(
  file: File,
  parseOptions: ParseOptions,
  context: ValidationContext,
  { workers, ...options }: ReadOptions & { readonly workers: PartWorkers | undefined },
) {
  const slices = new ValidatedSlices(cellValidator(context));
  const ahead = workers && { ...workers, accept: (part: ValidatedPart) => slices.append(part) };
  try {
    const onSlice = (slice: RowSlice) => slices.add(slice);
    const read = await readFileRows(file, parseOptions, onSlice, { ...options, ahead });
    return { file: read, validated: slices.validated, duplicates: slices.duplicates };
  } finally {
    workers?.close();
  }
}
