import { withoutInvisible } from './tidy-text.ts';

/** Which words of a full name are the last name. */
export type NameSplit = 'last-word' | 'all-but-first' | 'first-word';

/** Words that no name of one person has: they stand for a company, a couple, a title. */
const otherWords = new Set(
  `pty ltd limited inc incorporated llc llp plc corp corporation co company trust trustee trustees
  holdings group services partners partnership enterprises solutions gmbh estate and und et
  mr mrs ms miss mx dr prof professor sir dame rev jr sr junior senior ii iii phd md esq`.split(
    /\s+/,
  ),
);

/** Returns whether a text can be the name of one person, without a title. */
function isPersonName(name: string): boolean {
  if (/[\d&/+()@]/.test(name)) return false;
  const words = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return !words.some((word) => otherWords.has(word));
}

/** Returns whether a full name shows its last name itself: `Baker, Tom`. */
export function hasLastNameFirst(text: string): boolean {
  return text.includes(',');
}

/**
 * Splits a full name into first and last name. `Baker, Tom` is split at the comma. Returns
 * undefined if the name is a single word, or not that of one person.
 */
export function splitName(
  text: string,
  split: NameSplit,
): { first: string; last: string } | undefined {
  const name = withoutInvisible(text).replaceAll(/\s+/g, ' ');
  if (!isPersonName(name)) return undefined;
  const [, last, first] = /^([^,]+),\s*([^,]+)$/.exec(name) ?? [];
  if (first && last) return { first: first.trim(), last: last.trim() };
  if (hasLastNameFirst(name)) return undefined;
  const at = split === 'last-word' ? name.lastIndexOf(' ') : name.indexOf(' ');
  if (at <= 0) return undefined;
  const [start, end] = [name.slice(0, at), name.slice(at + 1)];
  return split === 'first-word' ? { first: end, last: start } : { first: start, last: end };
}
