import {
  secondaryIndexes,
  templateColumnIndex,
  templateColumns,
} from '#contract/bulk-upload/lead-template.ts';
import { addToNotes } from '#contract/bulk-upload/parse-options.ts';
import { businessNumberNames } from '#contract/v1/business-numbers.ts';

import type { ColumnTarget } from './template-columns.ts';

/**
 * How the filled cells of several columns become one. `first`: the first one is taken, and the
 * others go where they still fit. Two amounts, dates or choices are joined with a bar: the cell
 * then has the error of its column, because either of them would be a silent choice.
 */
type Join = { readonly by: 'first' } | { readonly by: 'text'; readonly separator: string };

const first: Join = { by: 'first' };
const text = (separator: string): Join => ({ by: 'text', separator });

/** Columns whose texts can't be joined: identifiers, codes, countries. */
const identifiers = new Set<string>([
  ...businessNumberNames,
  'partnerLeadReferenceId',
  'driversLicenseNumber',
  'driverVersionNumber',
  'documentId',
  'brokerId',
  'brokerRepId',
]);
const isIdentifier = (name: string) =>
  identifiers.has(name) || /\.(?:zipCode|state|country)$/.test(name);

const joins: readonly Join[] = templateColumns.map(({ name, field }) => {
  if (field.kind === 'phone' || field.kind === 'email' || isIdentifier(name)) return first;
  if (field.kind === 'notes') return text('\n');
  if (field.kind === 'choices') return text(';');
  if (field.kind === 'text') return text(/\.addressLine\d$/.test(name) ? ', ' : ' ');
  return text(' | ');
});

const notesIndex = templateColumnIndex('notes');
/** A template column with several columns of the file. */
interface Shared {
  readonly templateIndex: number;
  readonly columnIndexes: readonly number[];
}

/** Returns whether columns are joined or added to the notes; otherwise each goes to its own. */
export function hasJoins(columns: readonly ColumnTarget[]): boolean {
  const used = columns.filter((target) => target !== null);
  return used.includes(addToNotes) || new Set(used).size < used.length;
}

/**
 * Returns a function that joins the cells of a row into those of the template. Every filled cell of
 * a column with a target is in the result: in its column, in the secondary phone or email, or as a
 * line "Header: text" in the notes. Equal cells are written once.
 */
export function cellJoiner(
  columns: readonly ColumnTarget[],
  header: readonly string[],
): (row: readonly string[]) => string[] {
  const sources = templateColumns.map(({ name }) => findIndexes(columns, name));
  const firstIndexes = sources.map((indexes) => indexes[0] ?? -1);
  // Secondary phones come before phones: what they leave free, phones can take.
  const shared = sources
    .map((columnIndexes, templateIndex): Shared => ({ templateIndex, columnIndexes }))
    .filter(({ columnIndexes }) => columnIndexes.length > 1)
    .toSorted((one, other) => spillOrder(one) - spillOrder(other));
  const toNotes = findIndexes(columns, addToNotes);
  const labels = header.map(headerLabel);
  return (row) => {
    const cells = firstIndexes.map((columnIndex) => row[columnIndex] ?? '');
    const rest = new Set<number>(toNotes);
    for (const one of shared) joinCells(one, row, cells, rest);
    addLines(cells, row, rest, labels);
    return cells;
  };
}

function findIndexes(columns: readonly ColumnTarget[], target: string): number[] {
  return columns.flatMap((one, columnIndex) => (one === target ? [columnIndex] : []));
}

const spillOrder = ({ templateIndex }: Shared) => (secondaryIndexes.has(templateIndex) ? 1 : 0);

/** Joins the cells of one template column; adds the column indexes of those left to `rest`. */
function joinCells(
  { templateIndex, columnIndexes }: Shared,
  row: readonly string[],
  cells: string[],
  rest: Set<number>,
): void {
  const filled = differing(columnIndexes, row);
  const join = joins[templateIndex] ?? first;
  const texts = filled.map((columnIndex) => row[columnIndex] ?? '');
  if (texts.length < 2) {
    cells[templateIndex] = texts[0] ?? '';
    return;
  }
  if (join.by === 'text') {
    cells[templateIndex] = texts.map((one) => one.trim()).join(join.separator);
    return;
  }
  cells[templateIndex] = texts[0] ?? '';
  const spill = secondaryIndexes.get(templateIndex);
  for (const columnIndex of filled.slice(1)) {
    const cell = row[columnIndex] ?? '';
    const present = spill === undefined ? undefined : (cells[spill] ?? '').trim();
    if (present === '' && spill !== undefined) cells[spill] = cell;
    else if (present !== cell.trim()) rest.add(columnIndex);
  }
}

/** Returns the columns whose cells are filled, of equal cells the first. */
function differing(columnIndexes: readonly number[], row: readonly string[]): number[] {
  const seen = new Set(['']);
  return columnIndexes.filter((columnIndex) => {
    const cell = (row[columnIndex] ?? '').trim();
    return !seen.has(cell) && seen.add(cell);
  });
}

/** Appends cells to the notes, each as a line with its header, in the file's order. */
function addLines(
  cells: string[],
  row: readonly string[],
  rest: ReadonlySet<number>,
  labels: readonly string[],
): void {
  if (rest.size === 0) return;
  const own = cells[notesIndex] ?? '';
  const lines = own.trim() === '' ? [] : [own.trim()];
  for (const columnIndex of [...rest].toSorted((one, other) => one - other)) {
    const cell = (row[columnIndex] ?? '').trim();
    if (cell !== '') lines.push(`${labels[columnIndex] ?? ''}: ${cell}`);
  }
  if (lines.length > 0) cells[notesIndex] = lines.join('\n');
}

/** Returns a header as the notes name it: on one line, without characters that no text may have. */
function headerLabel(header: string, columnIndex: number): string {
  const label = header
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return label === '' ? `Column ${columnIndex + 1}` : label;
}
