import { hasLetters, searchCode } from './search-codes.ts';

/** Letters that no accent makes of another one, and how they are typed without them. */
const baseLetters: Readonly<Record<string, string>> = {
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
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  // Only makes an Arabic word longer.
  ـ: '',
};
const others = new RegExp(`[${Object.keys(baseLetters).join('')}]`, 'gu');

/**
 * Normalises text for searching: ignores case, accents, apostrophes and character width. Stored
 * text is normalised in the same way: a change needs a job that repeats this for older records.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘ʼʻ`]/gu, '')
    .toLowerCase()
    .replaceAll(others, (letter) => baseLetters[letter] ?? letter);
}

/**
 * Returns the text of a record’s `search` column. Digits written in groups are also included
 * without the gaps, and letters that are not Latin also as a code.
 */
export function searchText(values: readonly (string | null | undefined)[]): string {
  const words = values.flatMap((value) => {
    if (!value) return [];
    const joined = value.replaceAll(/[\s-]/g, '');
    return /^\d+$/.test(joined) && joined !== value ? [value, joined] : [value];
  });
  const text = foldText(words.join(' '));
  const code = searchCode(text).trim();
  return hasLetters(code) ? `${text} ${code} ` : text;
}

/** Words that say what kind of fact follows, or that are written in several ways or left out. */
const unimportant = new Set(
  `the and & of pty ltd limited inc co company llc plc pte proprietary t/a ph phone mobile mob tel
   email mail ref reference id abn acn nzbn crn uen no number`.split(/\s+/),
);

/** Returns a normalised word without the punctuation that follows it. */
const withoutPunctuation = (word: string): string => word.replace(/(?<![.:#,])[.:#,]+$/, '');

/** Returns whether a normalised word says little of who is meant: `the`, `pty`, `ltd.` */
export const isUnimportantWord = (word: string) => unimportant.has(withoutPunctuation(word));

/**
 * Returns the words of a company’s name by which it is the same company, normalised: without its
 * legal form and the words that are left out at will. A name of nothing else keeps its words.
 */
export function companyWords(name: string): string[] {
  const words = foldText(name.normalize('NFC')).split(/\s+/).map(withoutPunctuation);
  const all = words.filter(Boolean);
  const important = all.filter((word) => !unimportant.has(word));
  return important.length > 0 ? important : all;
}

/**
 * Returns whether a search word has only one or two letters. Such a word matches only at the start
 * of a word: the trigram index finds word starts, but a search for two rare letters anywhere in a
 * word would scan the whole table. Characters without spaces between them are found anywhere.
 */
export function isShortWord(word: string): boolean {
  return /^[\p{L}\p{N}]{1,2}$/u.test(word) && !/ [A-Z]{2,} /.test(searchCode(word));
}

/**
 * Returns whether a normalised text contains a search word, by the same rules as the SQL of a list.
 */
export function hasWord(text: string, word: string): boolean {
  return isShortWord(word) ? ` ${text}`.includes(` ${word}`) : text.includes(word);
}
