/** First and last code points of characters outside ASCII that separate words. */
const separators = [
  [0x80, 0xbf],
  [0x2000, 0x2bff],
  [0x3000, 0x303f],
] as const;

/**
 * First and last code points of scripts that are written without spaces: Thai to Myanmar, Khmer,
 * the Chinese and Japanese ones, and rarer Chinese characters.
 */
const unspaced = [
  [0x0e00, 0x109f],
  [0x1780, 0x17ff],
  [0x2e80, 0xa4cf],
  [0xf900, 0xfaff],
  [0x20000, 0x3ffff],
] as const;

/** First and last code points of the initial, the vowel and the final of a Korean syllable. */
const korean = {
  initials: [[0x1100, 0x115f]],
  vowels: [[0x1160, 0x11a7]],
  finals: [[0x11a8, 0x11ff]],
} as const;

/**
 * Returns the letters of a normalised text that are not of the Latin alphabet in capitals A to Z,
 * and a space for everything between them; where a text has a word, its code has the word’s. One
 * capital stands for several letters. The trigram index needs it: databases without a locale have
 * no trigrams of other scripts, and no text has one of a word of two characters. Searches are in
 * small letters, so that nothing else is found in a code.
 */
export function searchCode(text: string): string {
  let code = '';
  for (const character of text) code += encode(character.codePointAt(0) ?? 0);
  return code.replaceAll(/ {2,}/g, ' ');
}

/** Returns whether a code has letters: that of a text in Latin letters has none. */
export const hasLetters = (code: string): boolean => code.trim() !== '';

/** Returns whether a text has letters of a script that is written without spaces. */
export function hasUnspacedLetters(text: string): boolean {
  return Array.from(text).some((character) => isIn(unspaced, character.codePointAt(0) ?? 0));
}

/** Characters without spaces and Korean syllables, without their final, are words of their own. */
function encode(codePoint: number): string {
  if (codePoint < 0x80 || isIn(separators, codePoint)) return ' ';
  if (isIn(korean.finals, codePoint)) return '';
  const capitals = [1, 26, 676].map((size) => capital(Math.floor(codePoint / size)));
  const [first = ''] = capitals;
  if (isIn(unspaced, codePoint)) return ` ${capitals.join('')} `;
  if (isIn(korean.initials, codePoint)) return ` ${first}`;
  return isIn(korean.vowels, codePoint) ? `${first} ` : first;
}

const capital = (number: number): string => String.fromCodePoint(65 + (number % 26));

function isIn(ranges: readonly (readonly [number, number])[], codePoint: number): boolean {
  return ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
}
