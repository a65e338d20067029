/** How text is compared when searching: case, accents and width of letters aside. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** What a record can be found by, as its `search` column holds it. Digits written in groups can be found without the gaps too. */
export function searchText(values: readonly (string | null | undefined)[]): string {
  const words = values.flatMap((value) => {
    if (!value) return [];
    const joined = value.replaceAll(/[\s-]/g, '');
    return /^\d+$/.test(joined) && joined !== value ? [value, joined] : [value];
  });
  return foldText(words.join(' '));
}

/**
 * Whether a word of a search has one or two letters: it then counts only where a word begins. The
 * trigram index knows how words begin, but without it two rare letters read the whole table.
 */
export function isShortWord(word: string): boolean {
  return /^[a-z\d]{1,2}$/.test(word);
}

/** Whether a folded text contains a word of a search, as the SQL of a list decides it too. */
export function hasWord(text: string, word: string): boolean {
  return isShortWord(word) ? ` ${text}`.includes(` ${word}`) : text.includes(word);
}

/** What a search asks for: every one of `words`, or the one number that was typed in groups or in its national form. */
export interface SearchTerms {
  readonly words: readonly string[];
  readonly number: string | null;
}

const shortestNumber = 5;

/** Reads a search; null when it asks for nothing. */
export function searchTerms(q: string): SearchTerms | null {
  const words = foldText(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const digits = q.replaceAll(/[\s().+-]/g, '').replace(/^0+/, '');
  const isNumber = /^\d+$/.test(digits) && digits.length >= shortestNumber;
  return { words, number: isNumber ? digits : null };
}
