import { secondaryColumns, templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { maxFileColumns, type ParseOptions } from '#contract/bulk-upload/parse-options.ts';

import { type HeaderMatch, headerMatches, wholeNameRank, headerKey } from './header-names.ts';

/** The target of the cells of a file's column; null: they are ignored. */
export type ColumnTarget = NonNullable<ParseOptions['columns']>[number];

/** How a column of the file came to its target, or differs from the template's. */
export type ColumnDifference =
  | 'same'
  | 'spelling'
  | 'synonym'
  /** A further column for a target that joins several. */
  | 'joined'
  /** Assigned by a person of the partner in an earlier file. */
  | 'remembered'
  /** Assigned by the user in this file. */
  | 'assigned'
  /** Ignored: another column of the file has its target. */
  | 'repeated'
  | 'extra'
  | 'missing';

/** One column of the file compared with the template. */
export interface FoundColumn {
  /** The header cell in the file; null if the file lacks the template column. */
  readonly found: string | null;
  /** The column index in the file, from 0; null if the column is missing. */
  readonly columnIndex: number | null;
  /** The target of the file's column; null if it is ignored. Else the missing template column. */
  readonly column: ColumnTarget;
  readonly difference: ColumnDifference;
  /** Whether the column holds whole names, so that no last name is missed. */
  readonly isWholeName?: boolean;
}

/** Targets that the partner assigned earlier, by the header's key. */
export type RememberedTargets = ReadonlyMap<string, ColumnTarget>;
const nothing: RememberedTargets = new Map();

type Match = Pick<FoundColumn, 'column' | 'difference' | 'isWholeName'>;

/**
 * Compares a file's header with the template. Returns the columns of the file in their order, then
 * the missing ones. What the partner assigned earlier comes first; then a template column goes to
 * the header that names it most surely. Further headers for the same column join it, or are
 * ignored.
 */
export function matchColumns(
  header: readonly string[],
  remembered: RememberedTargets = nothing,
): FoundColumn[] {
  const named = headerMatches(header);
  const matches: (Match | null)[] = header.map((found) => rememberedMatch(found, remembered));
  // A remembered target that names the header anyway is no news.
  for (const [at, match] of matches.entries())
    if (match !== null && match.column === named[at]?.column) matches[at] = null;
  const owners = new Map<string, number>();
  for (const [at, match] of matches.entries())
    if (match?.column && !owners.has(match.column)) owners.set(match.column, at);
  for (const [at, match] of surestFirst(named)) {
    if (matches[at] !== null || owners.has(match.column)) continue;
    owners.set(match.column, at);
    matches[at] = ownMatch(match);
  }
  for (const [at, match] of named.entries())
    if (match !== null) matches[at] ??= matchRepeated(match, at, owners);
  promoteSecondary(matches, owners);
  return withMissing(
    header.map((found, columnIndex) => ({
      found,
      columnIndex,
      ...(matches[columnIndex] ?? { column: null, difference: 'extra' }),
    })),
  );
}

function rememberedMatch(found: string, remembered: RememberedTargets): Match | null {
  const column = remembered.get(headerKey(found));
  return column === undefined ? null : { column, difference: 'remembered' };
}

/** Returns the named headers with their indexes, the surest first, else in the file's order. */
function surestFirst(named: readonly (HeaderMatch | null)[]): (readonly [number, HeaderMatch])[] {
  return [...named.entries()]
    .flatMap(([at, match]) => (match === null ? [] : [[at, match] as const]))
    .toSorted(([, one], [, other]) => one.rank - other.rank);
}

function ownMatch({ column, difference, rank }: HeaderMatch): Match {
  const isWholeName = column === 'firstName' && Math.floor(rank) === wholeNameRank;
  return { column: column, difference, ...(isWholeName && { isWholeName }) };
}

/**
 * Returns the match of a header whose column has an owner already. A phone before the owner is the
 * secondary one: of joined cells, the first that is filled is taken.
 */
function matchRepeated(
  { column, canJoin }: HeaderMatch,
  at: number,
  owners: ReadonlyMap<string, number>,
): Match {
  if (!canJoin) return { column: null, difference: 'repeated' };
  const isBefore = at < (owners.get(column) ?? 0);
  const target = (isBefore && secondaryColumns.get(column)) || column;
  return { column: target, difference: 'joined' };
}

/** Makes secondary phones, and emails, the first ones in a file that has no others. */
function promoteSecondary(matches: (Match | null)[], owners: ReadonlyMap<string, number>): void {
  for (const [primary, secondary] of secondaryColumns) {
    if (owners.has(primary)) continue;
    for (const [at, match] of matches.entries())
      if (match?.column === secondary && ['synonym', 'joined'].includes(match.difference))
        matches[at] = { ...match, column: primary };
  }
}

/** A column that the file has. */
export type PresentColumn = FoundColumn & { readonly found: string; readonly columnIndex: number };

/** Returns the columns that the file has, in its order. */
export function presentColumns(found: readonly FoundColumn[]): PresentColumn[] {
  return found.filter((one): one is PresentColumn => one.columnIndex !== null);
}

/** Returns the columns of a file, followed by the template columns that none of them goes to. */
export function withMissing(present: readonly FoundColumn[]): FoundColumn[] {
  const targets = new Set(present.map(({ column }) => column));
  const missing = templateColumns.filter(({ name }) => !targets.has(name));
  return [
    ...present,
    ...missing.map(({ name }): FoundColumn => ({
      found: null,
      columnIndex: null,
      column: name,
      difference: 'missing',
    })),
  ];
}

/** Returns whether any column of the file has a target; otherwise none could be read. */
export function namesAnyColumn(found: readonly FoundColumn[]): boolean {
  return found.some(({ columnIndex, column }) => columnIndex !== null && column !== null);
}

/**
 * Returns the required template columns that the file lacks. The last name is not required if a
 * column of whole names can provide it.
 */
export function requiredMissing(found: readonly FoundColumn[]): string[] {
  const required = new Set(
    templateColumns.filter(({ field }) => field.required).map(({ name }) => name),
  );
  if (found.some(({ isWholeName }) => isWholeName)) required.delete('lastName');
  return found.flatMap(({ difference, column }) =>
    difference === 'missing' && column !== null && required.has(column) ? [column] : [],
  );
}

/** Returns the columns as parse options; null if they equal the template's exactly and in order. */
export function toColumnTargets(found: readonly FoundColumn[]): ParseOptions['columns'] {
  const isTemplate = found.every(
    ({ difference, column }, at) => difference === 'same' && column === templateColumns[at]?.name,
  );
  if (isTemplate) return null;
  return presentColumns(found)
    .map(({ column }) => column)
    .slice(0, maxFileColumns);
}
