import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { columnSynonyms, xeroSynonyms } from './column-synonyms.ts';
import { namesOtherMeasure, namesPerson, plainName, plainNames } from './header-names.ts';
import type { SynonymGroup } from './synonym-group.ts';

/** What a header names, and how surely. */
export interface HeaderMatch {
  readonly column: string;
  readonly difference: 'same' | 'spelling' | 'synonym';
  /** The lower, the surer. */
  readonly rank: number;
  readonly canJoin: boolean;
}

/** The rank of a whole name, which the first name's column takes where nothing surer does. */
export const wholeNameRank = 3;

const names = new Set(templateColumns.map(({ name }) => name));
/** Columns that several columns of a file can share, whatever their names. */
const sharedKinds = new Set(['phone', 'email', 'notes']);
const isShared = new Map(
  templateColumns.map(({ name, field }) => [name, sharedKinds.has(field.kind)]),
);

const amounts = new Set(
  templateColumns.filter(({ field }) => field.kind === 'number').map(({ name }) => name),
);

const bySynonym = synonymMap([...columnSynonyms, ...labels()]);
const byXeroSynonym = synonymMap([...columnSynonyms, ...labels(), ...xeroSynonyms]);

function labels(): SynonymGroup[] {
  const own = templateColumns.map(({ name, label }) => ({ column: name, names: [label, name] }));
  return own.map((one) => ({ ...one, rank: 1, canJoin: false }));
}

function synonymMap(groups: readonly SynonymGroup[]): ReadonlyMap<string, SynonymGroup> {
  return new Map(groups.flatMap((group) => group.names.map((name) => [plainName(name), group])));
}

const spellings = new Map(templateColumns.map(({ name }) => [plainName(name), name]));

/**
 * Returns what each header of a file names; null for a header that names nothing known. Whether the
 * same column is named twice is not looked at.
 */
export function headerMatches(header: readonly string[]): readonly (HeaderMatch | null)[] {
  const isXero = header.some((one) => plainName(one) === 'poaddressline1');
  const synonyms = isXero ? byXeroSynonym : bySynonym;
  return header.map((one) => matchOf(one, synonyms));
}

function matchOf(header: string, synonyms: ReadonlyMap<string, SynonymGroup>): HeaderMatch | null {
  if (names.has(header)) return named(header, 'same', 0);
  const spelled = spellings.get(plainName(header));
  if (spelled !== undefined) return named(spelled, 'spelling', 0.1);
  for (const [at, plain] of plainNames(header).entries()) {
    const group = synonyms.get(plain);
    if (group === undefined || (at > 0 && isOther(group.column, header))) continue;
    const canJoin = group.canJoin || isShared.get(group.column) === true;
    return { column: group.column, difference: 'synonym', rank: group.rank + at / 10, canJoin };
  }
  return null;
}

/**
 * Returns whether a shortened header means something else than the column: an amount of another
 * measure, or the address of a person.
 */
function isOther(column: string, header: string): boolean {
  if (amounts.has(column)) return namesOtherMeasure(header);
  return column.startsWith('businessAddress.') && namesPerson(header);
}

function named(column: string, difference: 'same' | 'spelling', rank: number): HeaderMatch {
  return { column, difference, rank, canJoin: isShared.get(column) === true };
}
