/** Normalises text for searching: ignores case, accents and character width. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/**
 * Returns the text of a record’s `search` column. Digits written in groups are also included
 * without the gaps.
 */
export function searchText(values: readonly (string | null | undefined)[]): string {
  const words = values.flatMap((value) => {
    if (!value) return [];
    const joined = value.replaceAll(/[\s-]/g, '');
    return /^\d+$/.test(joined) && joined !== value ? [value, joined] : [value];
  });
  return foldText(words.join(' '));
}

/**
 * Returns whether a search word has only one or two letters. Such a word matches only at the start
 * of a word: the trigram index finds word starts, but a search for two rare letters anywhere in a
 * word would scan the whole table.
 */
export function isShortWord(word: string): boolean {
  return /^[a-z\d]{1,2}$/.test(word);
}

/**
 * Returns whether a normalised text contains a search word, by the same rules as the SQL of a list.
 */
export function hasWord(text: string, word: string): boolean {
  return isShortWord(word) ? ` ${text}`.includes(` ${word}`) : text.includes(word);
}

/**
 * The parsed search: every one of `words` has to match, or the one number that was typed in groups
 * or in its national form.
 */
export interface SearchTerms {
  readonly words: readonly string[];
  readonly number: string | null;
}

const shortestNumber = 5;

/** Parses a search; null when the search is empty. */
export function searchTerms(q: string): SearchTerms | null {
  const words = foldText(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const digits = q.replaceAll(/[\s().+-]/g, '').replace(/^0+/, '');
  const isNumber = /^\d+$/.test(digits) && digits.length >= shortestNumber;
  return { words, number: isNumber ? digits : null };
}
