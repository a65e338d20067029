import { templateColumns } from '#contract/lead-template.ts';
import type { ParseOptions } from '#contract/web/bulk-uploads.ts';

import { columnSynonyms } from './column-synonyms.ts';
import type { FoundColumn } from './recognition.ts';

const byName = new Map(templateColumns.map(({ name }, at) => [name, at]));

/** Letters and digits alone: `First name`, `first_name` and `FIRSTNAME` are one. */
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
const ways: readonly ((header: string) => Match)[] = [
  (header) => ({ column: byName.has(header) ? header : null, difference: 'same' }),
  (header) => ({ column: bySpelling.get(plainName(header)) ?? null, difference: 'spelling' }),
  (header) => ({ column: bySynonym.get(plainName(header)) ?? null, difference: 'synonym' }),
];

/**
 * Puts a file's header beside the template: first the columns of the file in their order, then those that are missing from it.
 * A template column is filled by the first header that names it in the surest way; others are extra.
 */
export function matchColumns(header: readonly string[]): FoundColumn[] {
  const matches: (Match | null)[] = header.map(() => null);
  const taken = new Set<string>();
  for (const way of ways) {
    for (const [place, found] of header.entries()) {
      if (matches[place] !== null) continue;
      const match = way(found);
      if (match.column === null || taken.has(match.column)) continue;
      matches[place] = match;
      taken.add(match.column);
    }
  }
  const inOrder = longestInOrder(matches.map((match) => byName.get(match?.column ?? '') ?? -1));
  const present = header.map((found, place): FoundColumn => {
    const match = matches[place] ?? { column: null, difference: 'extra' };
    const isMoved = match.difference === 'same' && !inOrder.has(place);
    return { found, place, ...match, ...(isMoved ? { difference: 'moved' } : {}) };
  });
  const missing = templateColumns
    .filter(({ name }) => !taken.has(name))
    .map(({ name }): FoundColumn => ({
      found: null,
      place: null,
      column: name,
      difference: 'missing',
    }));
  return [...present, ...missing];
}

/** Whether a file's first line names any column of the template: else it is no header. */
export function namesAnyColumn(found: readonly FoundColumn[]): boolean {
  return found.some(({ place, column }) => place !== null && column !== null);
}

/** The places of the longest run of numbers that already rise, -1 left away: the others were moved. */
function longestInOrder(numbers: readonly number[]): Set<number> {
  /** How long the longest run is that ends at a place, and the place before it in that run; -1: none. */
  const lengths: number[] = [];
  const before: number[] = [];
  for (const number of numbers) {
    let best = -1;
    for (const [earlier, length] of lengths.entries())
      if (numbers[earlier]! < number && length > (lengths[best] ?? 0)) best = earlier;
    lengths.push(number === -1 ? 0 : (lengths[best] ?? 0) + 1);
    before.push(best);
  }
  const run = new Set<number>();
  const last = lengths.indexOf(Math.max(1, ...lengths));
  for (let place = last; place !== -1; place = before[place]!) run.add(place);
  return run;
}

/** How the columns are read: null where they are the template's, to the letter and in its order. */
export function columnsOf(found: readonly FoundColumn[]): ParseOptions['columns'] {
  if (found.every(({ difference }) => difference === 'same')) return null;
  return found.filter(({ place }) => place !== null).map(({ column }) => column);
}
