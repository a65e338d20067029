import {
  secondaryIndexes,
  templateColumnIndex,
  templateColumns,
} from '#contract/bulk-upload/lead-template.ts';
import { businessNumberNames, businessNumbers } from '#contract/v1/business-numbers.ts';
import { countryNamed } from '#contract/v1/countries.ts';
import { isTraceInRow } from '#src/lib/values/program-traces.ts';

import { canBeCleared, type FoundIssue, type IssueKind, joinedKind } from './issue-kinds.ts';

/** The indexes of the columns that every lead requires. */
export const requiredColumns = templateColumns.flatMap(({ field }, columnIndex) =>
  field.required ? [columnIndex] : [],
);

/** The cell to fix. For a full name, `text` is the name and `columnIndex` the empty name column. */
export interface InvalidCell {
  readonly columnIndex: number;
  readonly text: string;
  /** The ISO 3166 code of the country that the row's addresses name. */
  readonly country: string | undefined;
}

export const firstName = templateColumnIndex('firstName');
export const lastName = templateColumnIndex('lastName');

/**
 * Returns the full name if one of the two name columns is empty and the other contains several
 * words.
 */
function findAdjacentName(columnIndex: number, cells: readonly string[]): string | undefined {
  if (columnIndex !== firstName && columnIndex !== lastName) return undefined;
  const adjacent = cells[columnIndex === firstName ? lastName : firstName] ?? '';
  return /\S\s+\S/.test(adjacent) ? adjacent : undefined;
}

/** The issue of a cell in its row, and the text that a fix starts from. */
export interface RowIssue {
  readonly found: FoundIssue;
  readonly text: string;
  /** The ISO 3166 code of the country that a fix of a postcode needs. */
  readonly country?: string | undefined;
}

/**
 * Returns the issue of a cell as its row shows it: a missing name can stand in the column beside
 * it. In a row without a client, no cell is emptied by a fix: the row could become blank. Undefined
 * if the row shows that the cell has none.
 */
export function rowIssue(
  columnIndex: number,
  ofCell: FoundIssue,
  cells: readonly string[],
): RowIssue | undefined {
  if (ofCell.isWarning && !isTraceInRow(ofCell, columnIndex, cells)) return undefined;
  const found = issueInRow(ofCell, columnIndex, cells);
  const { kind } = found;
  const text = cells[columnIndex] ?? '';
  const fullName = kind === 'missing' ? findAdjacentName(columnIndex, cells) : undefined;
  if (fullName !== undefined) return { found: { ...found, kind: 'full-name' }, text: fullName };
  const isOther =
    canBeCleared(kind) && requiredColumns.every((at) => (cells[at] ?? '').trim() === '');
  if (isOther && found.isWarning) return undefined;
  return { found: isOther ? { ...found, kind: 'other' } : found, text };
}

const secondValueTexts: Partial<Record<IssueKind, string>> = {
  'two-phones': 'two numbers',
  'two-emails': 'two addresses',
  'several-phones': 'several values',
  'several-emails': 'several values',
};

/** Returns whether a fix of such an issue writes a second value to another column. */
export const hasSecondValue = (kind: IssueKind): boolean => kind in secondValueTexts;

/**
 * Returns the issue of a cell in its row: where the column for the
 * second of several values does not exist or is not empty, only the first has room, and values that
 * no export joined are an error without a fix.
 */
function issueInRow(found: FoundIssue, columnIndex: number, cells: readonly string[]): FoundIssue {
  const text = secondValueTexts[found.kind];
  if (text === undefined) return found;
  const second = secondaryIndexes.get(columnIndex);
  if (second !== undefined && (cells[second] ?? '').trim() === '') return found;
  const label = second === undefined ? undefined : templateColumns[second]?.label;
  const reason = label === undefined ? '' : `, and ${label} is not empty`;
  return {
    kind: joinedKind(columnIndex, cells[columnIndex] ?? '') ?? 'other',
    sentence: `This cell contains ${text}${reason}. Keep one of them here.`,
  };
}

const numberOfColumn = templateColumns.map(({ name }) =>
  businessNumberNames.find((one) => one === name),
);

/** The columns whose valid cells can be in doubt: business numbers and postcodes. */
const suspectColumns: readonly number[] = templateColumns.flatMap(({ name }, columnIndex) =>
  numberOfColumn[columnIndex] !== undefined || name.endsWith('.zipCode') ? [columnIndex] : [],
);

/** By column index: the country column of the same address; undefined for any other column. */
const countryColumns = templateColumns.map(({ name }) => {
  const country = name.replace('.zipCode', '.country');
  return country === name ? undefined : templateColumnIndex(country);
});

/** How many characters a number without its zeros has in full, by its column. */
const fullLengths: Partial<Record<(typeof businessNumberNames)[number], number>> = {
  acn: 9,
  crn: 8,
};

/**
 * Returns the warning of the form about a business number that may be wrong. Whether it lost zeros
 * at its start is shown by its check digits or its length.
 */
export function businessNumberWarning(columnIndex: number, text: string): FoundIssue | undefined {
  const name = numberOfColumn[columnIndex];
  if (name === undefined) return undefined;
  const result = businessNumbers[name].check(text);
  if ('ok' in result) return undefined;
  const kind = withLeadingZeros({ columnIndex, text, country: undefined })
    ? 'lost-zeros'
    : 'business-number';
  return { kind, sentence: result.warning, isWarning: true };
}

/** Postcodes of a country that begin with 0: their length, and the rest without the zeros. */
const postcodes: Readonly<Record<string, readonly [length: number, rest: RegExp]>> = {
  // Northern Territory, and Canberra’s university.
  AU: [4, /^(?:2|[89]\d)\d\d?$/],
  NZ: [4, /^[1-9]\d\d$/],
  SG: [6, /^[1-9]\d{4}$/],
  // New England, New Jersey, Puerto Rico and the forces in Europe.
  US: [5, /^(?:[1-9]\d|[5-9])\d\d$/],
  DE: [5, /^[1-9]\d{3}$/],
  FR: [5, /^[1-9]\d{3}$/],
  ES: [5, /^[1-9]\d{3}$/],
  IT: [5, /^[1-9]\d{1,3}$/],
};

const postcodeWarning: FoundIssue = {
  kind: 'lost-zeros',
  sentence: 'A spreadsheet may have removed zeros at the start of this postcode.',
  isWarning: true,
};

/** How many characters a postcode that lost zeros has, at least and at most. */
const suspectPostcodeLengths = { min: 2, max: 5 } as const;

/** A valid cell that may be wrong, and the country that shows it. */
interface CellWarning extends RowIssue {
  readonly columnIndex: number;
}

const none: readonly CellWarning[] = [];

/** Returns the doubts about the numbers of a row; `invalid`: the columns of its invalid cells. */
export function findNumberWarnings(
  cells: readonly string[],
  invalid: readonly number[],
): readonly CellWarning[] {
  let warnings: CellWarning[] | undefined;
  for (let at = 0; at < suspectColumns.length; at += 1) {
    const columnIndex = suspectColumns[at] ?? 0;
    const text = cells[columnIndex] ?? '';
    if (text === '' || invalid.includes(columnIndex)) continue;
    const warning = numberWarning(columnIndex, text, cells);
    if (warning && text.trim() !== '') (warnings ??= []).push(warning);
  }
  return warnings ?? none;
}

function numberWarning(columnIndex: number, text: string, cells: readonly string[]) {
  const countryColumn = countryColumns[columnIndex];
  if (countryColumn === undefined) {
    const found = businessNumberWarning(columnIndex, text);
    return found && { columnIndex, text, found };
  }
  const { min, max } = suspectPostcodeLengths;
  if (text.length > max || text.length < min || !/^\d+$/.test(text)) return undefined;
  const country = countryNamed(cells[countryColumn] ?? '');
  return withLeadingZeros({ columnIndex, text, country })
    ? { columnIndex, text, found: postcodeWarning, country }
    : undefined;
}

/**
 * Returns a number with the zeros at its start that a spreadsheet seems to have removed; undefined
 * if it is complete or its length shows no such loss. `country`: that of a postcode.
 */
export function withLeadingZeros({ columnIndex, text, country }: InvalidCell): string | undefined {
  const name = numberOfColumn[columnIndex];
  const typed = text.trim();
  if (name === undefined) {
    const [length, rest] = postcodes[country ?? ''] ?? [];
    return length && rest?.test(typed) ? typed.padStart(length, '0') : undefined;
  }
  const length = fullLengths[name];
  if (length === undefined || !/^[1-9]\d{5,7}$/.test(typed) || typed.length >= length)
    return undefined;
  const full = typed.padStart(length, '0');
  return 'ok' in businessNumbers[name].check(full) ? full : undefined;
}
