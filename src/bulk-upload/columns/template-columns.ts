import type { ParseOptions } from '#contract/bulk-upload/bulk-uploads.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { columnSynonyms } from './column-synonyms.ts';

/** One column of the file compared with the template. */
export interface FoundColumn {
  /** The header cell in the file; null if the file lacks the template column. */
  readonly found: string | null;
  /** The column index in the file, from 0; null if the column is missing. */
  readonly columnIndex: number | null;
  /** The matching template column; null if there is none, and the file's column is ignored. */
  readonly column: string | null;
  /** How the file's column differs from the template's. */
  readonly difference: 'same' | 'spelling' | 'synonym' | 'moved' | 'extra' | 'missing';
}

const byName = new Map(templateColumns.map(({ name }, at) => [name, at]));

/**
 * Returns only the letters and digits of a header, so that `First name`, `first_name` and
 * `FIRSTNAME` are equal.
 */
export function plainName(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

const bySpelling = new Map(templateColumns.map(({ name }) => [plainName(name), name]));
const bySynonym = new Map([
  ...columnSynonyms.map(([synonym, name]) => [plainName(synonym), name] as const),
  ...templateColumns.map(({ label, name }) => [plainName(label), name] as const),
]);

type Match = Pick<FoundColumn, 'column' | 'difference'>;

/** The ways a header can name a template column, the surest first. */
const matchers: readonly ((header: string) => Match)[] = [
  (header) => ({ column: byName.has(header) ? header : null, difference: 'same' }),
  (header) => ({ column: bySpelling.get(plainName(header)) ?? null, difference: 'spelling' }),
  (header) => ({ column: bySynonym.get(plainName(header)) ?? null, difference: 'synonym' }),
];

/**
 * Compares a file's header with the template. Returns the columns of the file in their order, then
 * the missing ones. A template column is matched to the first header that names it in the surest
 * way; other headers for the same column are extra.
 */
export function matchColumns(header: readonly string[]): FoundColumn[] {
  const matches: (Match | null)[] = header.map(() => null);
  const matched = new Set<string>();
  for (const matcher of matchers) {
    for (const [columnIndex, found] of header.entries()) {
      if (matches[columnIndex] !== null) continue;
      const match = matcher(found);
      if (match.column === null || matched.has(match.column)) continue;
      matches[columnIndex] = match;
      matched.add(match.column);
    }
  }
  const inOrder = longestInOrder(matches.map((match) => byName.get(match?.column ?? '') ?? -1));
  const present = header.map((found, columnIndex): FoundColumn => {
    const match = matches[columnIndex] ?? { column: null, difference: 'extra' };
    const isMoved = match.difference === 'same' && !inOrder.has(columnIndex);
    return { found, columnIndex, ...match, ...(isMoved ? { difference: 'moved' } : {}) };
  });
  const missing = templateColumns
    .filter(({ name }) => !matched.has(name))
    .map(({ name }): FoundColumn => ({
      found: null,
      columnIndex: null,
      column: name,
      difference: 'missing',
    }));
  return [...present, ...missing];
}

/**
 * Returns whether a file's first line names any template column; otherwise that line is not a
 * header.
 */
export function namesAnyColumn(found: readonly FoundColumn[]): boolean {
  return found.some(({ columnIndex, column }) => columnIndex !== null && column !== null);
}

/**
 * Returns the indexes of the longest increasing subsequence, ignoring -1. All other columns were
 * moved.
 */
function longestInOrder(numbers: readonly number[]): Set<number> {
  /**
   * By index: the length of the longest subsequence that ends there, and the index before it in
   * that subsequence or -1.
   */
  const lengths: number[] = [];
  const before: number[] = [];
  for (const number of numbers) {
    let best = -1;
    for (const [earlier, length] of lengths.entries())
      if ((numbers[earlier] ?? Infinity) < number && length > (lengths[best] ?? 0)) best = earlier;
    lengths.push(number === -1 ? 0 : (lengths[best] ?? 0) + 1);
    before.push(best);
  }
  const run = new Set<number>();
  const last = lengths.indexOf(Math.max(1, ...lengths));
  for (let columnIndex = last; columnIndex !== -1; columnIndex = before[columnIndex] ?? -1)
    run.add(columnIndex);
  return run;
}

/** Returns the columns as parse options; null if they equal the template's exactly and in order. */
export function columnsOf(found: readonly FoundColumn[]): ParseOptions['columns'] {
  if (found.every(({ difference }) => difference === 'same')) return null;
  return found.filter(({ columnIndex }) => columnIndex !== null).map(({ column }) => column);
}
