/** Letters that no accent makes of another one, and how they are typed without them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
};
const others = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/**
 * Normalises text for searching: ignores case, accents, apostrophes and character width. What is
 * stored was normalised so too: migration 0030 repeats this for older records.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘ʼʻ`]/gu, '')
    .toLowerCase()
    .replaceAll(others, (letter) => plainLetters[letter] ?? letter);
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
