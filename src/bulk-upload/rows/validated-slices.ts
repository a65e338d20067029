import type { Delimiter, ParseOptions } from '#contract/bulk-upload/parse-options.ts';
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
  readonly #delimiter: Delimiter;
  readonly #check: ScannedRowCheck;

  constructor(validator: CellValidator, delimiter: Delimiter) {
    this.validated = new ValidatedRows(validator);
    this.#delimiter = delimiter;
    this.#check = new ScannedRowCheck(validator);
  }

  add(slice: RowSlice): void {
    if (slice.scanned === null) this.#addParsed(slice, slice.isPlain);
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
        this.#addParsed(scanned.parse(first, row + 1), true);
      }
    }
  }

  #addParsed({ rows, text }: Pick<RowSlice, 'rows' | 'text'>, isPlain: boolean): void {
    const { validated, duplicates } = this;
    const suspectRows = isPlain ? rowsToValidate(text, this.#delimiter) : null;
    for (const [at, cells] of rows.entries()) {
      const isRowPlain = suspectRows !== null && !suspectRows.has(at);
      const wrong = validated.add(cells, isRowPlain);
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

/** Starts workers for a file; returns null if the file is better read in this thread alone. */
export type OpenPartWorkers = (
  file: File,
  parseOptions: ParseOptions,
  context: ValidationContext,
) => PartWorkers | null;

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
  { workers, ...options }: Omit<ReadOptions, 'ahead'> & { readonly workers: PartWorkers | null },
) {
  const slices = new ValidatedSlices(cellValidator(context), parseOptions.delimiter);
  const ahead = workers && { ...workers, accept: (part: ValidatedPart) => slices.append(part) };
  try {
    const onSlice = (slice: RowSlice) => slices.add(slice);
    const read = await readFileRows(
      file,
      parseOptions,
      onSlice,
      ahead ? { ...options, ahead } : options,
    );
    return { file: read, validated: slices.validated, duplicates: slices.duplicates };
  } finally {
    workers?.close();
  }
}

/** Signs that a spreadsheet leaves of a long number or a failed formula, or before a number. */
const damageSigns = ['E+', '#', 'Err:', "'"] as const;
/** The character after a sign that is common in texts, where it is a sign of damage. */
const nextCharacter: Partial<Record<(typeof damageSigns)[number], RegExp>> = {
  '#': /[#A-Za-z¡¿]/,
  "'": /\d/,
};

/**
 * Returns the rows of a text with only plain characters that need a closer look all the same: rows
 * with a line break in a cell, or with signs of a number damaged by a spreadsheet. Rows count from
 * 0 within the text; null means any row may need a look.
 */
export function rowsToValidate(text: string, delimiter: Delimiter): ReadonlySet<number> | null {
  const rows = new Set<number>();
  let row = 0;
  let line = text.indexOf('\n');
  const goTo = (index: number): void => {
    for (; line !== -1 && line < index; line = text.indexOf('\n', line + 1)) row += 1;
  };
  let quote = text.indexOf('"');
  const findDamageSign = damageSignFinder(text);
  let damage = findDamageSign(0);
  while (quote !== -1 || damage !== -1) {
    if (quote === -1 || isFoundBefore(damage, quote)) {
      goTo(damage);
      rows.add(row);
      // One match per row is enough: continue on the next line.
      damage = line === -1 ? -1 : findDamageSign(line);
      continue;
    }
    goTo(quote);
    if (startsCell(text, quote, delimiter)) {
      quote = closingQuote(text, quote);
      // Spreadsheets don't write such quotes. Papaparse handles them.
      if (quote === -1 || !endsCell(text, quote, delimiter)) return null;
      if (isFoundBefore(line, quote)) {
        rows.add(row);
        line = text.indexOf('\n', quote);
      }
      if (isFoundBefore(damage, quote)) {
        rows.add(row);
        damage = findDamageSign(quote);
      }
    }
    quote = text.indexOf('"', quote + 1);
  }
  return rows;
}

/** Returns whether something was found (-1 if not) before an index. */
function isFoundBefore(found: number, index: number): boolean {
  return found !== -1 && found < index;
}

/**
 * Returns a function that finds the next spoiled sign from a start index that never decreases. The
 * position of each sign is cached, so the text is scanned once per sign.
 */
function damageSignFinder(text: string): (start: number) => number {
  const find = (sign: (typeof damageSigns)[number], start: number): number => {
    const next = nextCharacter[sign];
    for (let index = text.indexOf(sign, start); ; index = text.indexOf(sign, index + 1))
      if (index === -1 || next === undefined || next.test(text.charAt(index + 1))) return index;
  };
  const nextIndexes = damageSigns.map((sign) => find(sign, 0));
  return (start) => {
    let nearest = -1;
    for (const [at, sign] of damageSigns.entries()) {
      let index = nextIndexes[at] ?? -1;
      if (index !== -1 && index < start) index = nextIndexes[at] = find(sign, start);
      if (index !== -1 && (nearest === -1 || index < nearest)) nearest = index;
    }
    return nearest;
  };
}

function startsCell(text: string, quote: number, delimiter: Delimiter): boolean {
  const before = text[quote - 1];
  return before === undefined || before === delimiter || before === '\n';
}

function endsCell(text: string, quote: number, delimiter: Delimiter): boolean {
  const after = text[quote + 1];
  return after === undefined || after === delimiter || after === '\r' || after === '\n';
}

function closingQuote(text: string, opening: number): number {
  let quote = text.indexOf('"', opening + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}
