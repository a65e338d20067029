import { searchLimits } from '#contract/portal/search.ts';
import { withoutFormatCharacters } from '#contract/v1/rules/rules.ts';

/**
 * Returns the words of a search, without the brackets and punctuation around them. A word of
 * nothing else stays as it is.
 */
export function typedWords(q: string): string[] {
  return normalised(q)
    .replaceAll('(0)', ' ')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => withoutSigns(word) || word);
}

/**
 * Removes invisible characters, as from stored text. One character may stand for several words, and
 * for letters or digits of another width: 200 characters become up to 3,600. A search needs no more
 * than a person can type.
 */
function normalised(q: string): string {
  const text = withoutFormatCharacters(q.normalize('NFKC'));
  // A character of two code units is not cut in its middle.
  return text.slice(0, searchLimits.q).replace(/[\uD800-\uDBFF]$/, '');
}

const signsBefore = new Set('("<');
const signsAfter = new Set(',;:")>');

function withoutSigns(word: string): string {
  let from = 0;
  while (signsBefore.has(word[from] ?? '')) from += 1;
  let to = word.length;
  while (to > from && signsAfter.has(word[to - 1] ?? '')) to -= 1;
  return word.slice(from, to);
}

/** A word that begins a number: `0491`, `(02)`, `REF123`. */
const beginsNumber = /^[(+]*[a-z]{0,3}\d[\d().+/-]*$/i;
/**
 * A word that continues a number: `570`, `12345K`. Its signs, first digit and letter each end the
 * part before them, so that no text is read twice.
 */
const continuesNumber = /^[().+/-]*\d[\d().+/-]*(?:[a-z][).]*)?$/i;

/** Returns the typed words in groups that are one number each: `0491 570 156`, `2019 12345K`. */
export function groupNumbers(typed: readonly string[]): string[][] {
  const groups: string[][] = [];
  let isNumber = false;
  for (const word of typed) {
    const continues: boolean = isNumber && continuesNumber.test(word);
    const last = groups.at(-1);
    if (continues && last) last.push(word);
    else groups.push([word]);
    isNumber = continues || beginsNumber.test(word);
  }
  return groups;
}
