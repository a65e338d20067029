import { withoutInvisible } from './tidy-text.ts';

/** A name as its two fields. */
export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** The words of a full name that are the last name. */
export type NameSplit = 'last-word' | 'all-but-first' | 'first-word';

/** Words that belong to the last name that follows them: `van Beethoven`, `de la Cruz`. */
const particles = new Set(
  `abu al bin bint binti da dal das de del della den der des di dos du el ibn la las le los lo mac mc
  o' d' st ter van vom von zu zum zur`.split(/\s+/),
);

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
export const hasLastNameFirst = (text: string): boolean => text.includes(',');

/**
 * Returns how to split a full name: `Mary Smith`, `Baker, Tom`; undefined for a single word or if
 * it is not the name of one person. Without `split`, the last name is the first word in
 * Chinese, Japanese and Korean writing, and else the last one. Particles belong to the last name.
 * The split may be wrong (`Mary Ann` is one first name), so it is only ever suggested.
 */
export function splitName(text: string, split = typicalSplit(text)): PersonName | undefined {
  const name = withoutInvisible(text).replaceAll(/\s+/g, ' ');
  if (!isPersonName(name)) return undefined;
  const [, last, first] = /^([^,]+),([^,]+)$/.exec(name) ?? [];
  if (first && last) return { firstName: first.trim(), lastName: last.trim() };
  const words = name.split(' ');
  if (words.length < 2 || hasLastNameFirst(name)) return undefined;
  const at = splitAt(words, split);
  const [start, end] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
  return split === 'first-word'
    ? { firstName: end, lastName: start }
    : { firstName: start, lastName: end };
}

function typicalSplit(text: string): NameSplit {
  return /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\s]+$/u.test(text)
    ? 'first-word'
    : 'last-word';
}

/** Returns how many words are before the split; both names have at least one. */
function splitAt(words: readonly string[], split: NameSplit): number {
  const isParticle = (at: number) =>
    particles.has((words[at] ?? '').toLowerCase().replaceAll('’', "'"));
  if (split === 'all-but-first') return 1;
  if (split === 'first-word') {
    let at = 1;
    while (at < words.length - 1 && isParticle(at - 1)) at += 1;
    return at;
  }
  let at = words.length - 1;
  while (at > 1 && isParticle(at - 1)) at -= 1;
  return at;
}
