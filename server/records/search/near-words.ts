import { hasLetters, hasUnspacedLetters, searchCode } from '#server/db/search-codes.ts';
import { escapeLike } from '#server/db/statement.ts';

/**
 * Returns whether a typing error in this word is tolerated. Shorter words would match most others.
 */
export function hasNearWords(word: string): boolean {
  if (word.length > maxLength) return false;
  if (/^\d+$/.test(word)) return word.length >= 7;
  if (word.includes('@')) return word.length >= minLengthOfThirds;
  return /^[\p{L}\p{N} ]+$/u.test(word) && hasEnoughLetters(word);
}

/**
 * Returns whether a word is long enough for an error. A Chinese character says more than a letter.
 */
export function hasEnoughLetters(word: string): boolean {
  return word.replaceAll(' ', '').length >= (/\p{Script=Han}/u.test(word) ? 3 : 4);
}

const maxLength = 80;
/** Up to this length a near word has to be whole: beginnings of words would match too much. */
const maxWholeLength = 5;

/**
 * How words with one typing error are found by the trigram index: they match one of the patterns
 * of `like` and, if there is one, the regular expression. With letters that are not Latin, the
 * patterns of their codes are those of the index.
 */
export interface NearWords {
  readonly patterns: readonly string[];
  readonly codes: readonly string[];
  readonly expression: string | null;
}

/**
 * Returns how to find words that differ from this one by a typing error: a letter that is wrong,
 * missing, added or swapped with the next. Only one part of a word has the error, unless letters
 * are swapped where parts meet.
 */
export function nearWords(word: string): NearWords {
  // Many emails share their end, and the index takes longer for a long text than for the part that
  // says most.
  const name = word.slice(0, word.indexOf('@') + 1);
  if (name.length > 4) return nearLongWords(Array.from(word).slice(0, name.length + 4));
  const characters = splitCharacters(word);
  const isLong = characters.length >= minLengthOfThirds || word.includes('@');
  return isLong ? nearLongWords(characters) : nearShortWords(word, characters);
}

/** Words of this length are specific enough when two of their three parts are right. */
const minLengthOfThirds = 9;

function nearLongWords(letters: readonly string[]): NearWords {
  const third = Math.floor(letters.length / 3);
  const inMiddle = Math.floor(letters.length / 2);
  const part = (from: number, to?: number) => letters.slice(from, to).join('');
  const [start, end] = [part(0, third), part(-third)];
  const gaps = (length: number) =>
    isKorean(start + end) ? ['%'] : [-1, 0, 1].map((more) => '_'.repeat(length + more));
  // Many words share their beginning and end, as emails do: one half of the middle has to be right.
  const around = [
    ...gaps(inMiddle - third).map((gap) => [start, gap, part(inMiddle)] as const),
    ...gaps(letters.length - third - inMiddle).map((gap) => [part(0, inMiddle), gap, end] as const),
  ];
  const parts = [
    part(0, -third),
    part(third),
    ...[third, inMiddle, letters.length - third].map((at) => swapped(letters, at)),
  ];
  return {
    patterns: [
      ...parts.map((one) => `%${escapeLike(one)}%`),
      ...around.map(([before, gap, after]) => `%${escapeLike(before)}${gap}${escapeLike(after)}%`),
    ],
    codes: hasLetters(searchCode(letters.join('')))
      ? [...parts.map(codePattern), `${codePattern(start)}${codePattern(end).slice(1)}`]
      : [],
    expression: null,
  };
}

function nearShortWords(word: string, characters: readonly string[]): NearWords {
  const letters = splitLetters(word);
  const half = Math.ceil(characters.length / 2);
  const head = characters.slice(0, half).join('');
  const tail = characters.slice(half).join('');
  const turned = swapped(characters, half);
  if (hasLetters(searchCode(word)))
    return {
      patterns: [],
      codes: [codePattern(` ${head}`), codePattern(` ${turned}`), endPattern(tail)],
      expression: wholeOrBeginning(letters, otherSeparators),
    };
  if (!/[a-z]/.test(word))
    return {
      patterns: [head, tail, turned].map((part) => `%${part}%`),
      codes: [],
      expression: errorsIn(letters),
    };
  const ends = tail.length < 4 ? [`%${tail} %`, `%${tail}`] : [`%${tail}%`];
  return {
    // A word begins a text, or follows a space or, in a double name, a hyphen.
    patterns: [
      ...['', '% ', '%-'].flatMap((before) => [`${before}${head}%`, `${before}${turned}%`]),
      ...ends,
    ],
    codes: [],
    expression: wholeOrBeginning(letters, '[^a-z0-9]'),
  };
}

/** The separators of words that are not Latin: databases without a locale know no letters. */
const otherSeparators = String.raw`[\u0001-/:-@[-\u0060{-\u00bf\u2000-\u2bff\u3000-\u303f]`;

/** Returns a regular expression for a word, or the beginning of one, with an error. */
function wholeOrBeginning(letters: readonly string[], separator: string): string {
  // Words without spaces between them begin and end anywhere.
  if (hasUnspacedLetters(letters.join(''))) return errorsIn(letters);
  const whole = letters.join('').length <= maxWholeLength ? `($|${separator})` : '';
  return `(^|${separator})(${errorsIn(letters)})${whole}`;
}

/** Returns the pattern of `like` by which the index finds a part of a word: that of its code. */
function codePattern(part: string): string {
  const code = searchCode(part);
  return `%${hasLetters(code) ? code : escapeLike(part.trim())}%`;
}

/** Returns the pattern for the code of a word’s end, with the space after it if it is short. */
const endPattern = (tail: string): string => codePattern(tail.length < 4 ? `${tail} ` : tail);

/** Returns a word with the letters before and after a position swapped. */
export function swapped(letters: readonly string[], at: number): string {
  const [before = '', after = ''] = letters.slice(at - 1, at + 1);
  return [...letters.slice(0, at - 1), after, before, ...letters.slice(at + 1)].join('');
}

/**
 * Returns the letters of a word in which an error may be. Normalising takes Korean syllables apart:
 * of three syllables, one may be wrong; of two, a letter.
 */
export function splitLetters(word: string): string[] {
  const characters = splitCharacters(word);
  return characters.length < minSyllables ? Array.from(word) : characters;
}

/** Returns the characters of a normalised word, which are whole syllables in Korean. */
export function splitCharacters(word: string): string[] {
  if (!isKorean(word)) return Array.from(word);
  return Array.from(word.normalize('NFC'), (character) => character.normalize('NFD'));
}

const minSyllables = 3;

const isKorean = (word: string): boolean => /[\u1100-\u11ff]/.test(word);

/**
 * Returns a regular expression for a word of letters and digits with an error, which is not in the
 * space of a name.
 */
export function errorsIn(letters: readonly string[]): string {
  const anyLetter = isKorean(letters.join('')) ? String.raw`(.|[\u1100-\u11ff]{2,3})` : '.';
  const isSpace = (at: number) => letters[at] === ' ';
  const written = letters.flatMap((letter, at) => [
    ...(isSpace(at) ? [] : [letters.with(at, `(${anyLetter}?|${anyLetter}${letter})`).join('')]),
    ...(at === 0 || isSpace(at - 1) || isSpace(at) ? [] : [swapped(letters, at)]),
  ]);
  return written.join('|');
}

/** Returns whether two words differ by at most one typing error. */
export function isNear(one: string, other: string): boolean {
  if (differByOne(one, other)) return true;
  if (!isKorean(one) || !isKorean(other)) return false;
  const syllables = other.normalize('NFC');
  return syllables.length >= minSyllables && differByOne(one.normalize('NFC'), syllables);
}

function differByOne(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [restOfOne, restOfOther] = [one.slice(at), other.slice(at)];
  const isSwapped =
    restOfOne[0] === restOfOther[1] &&
    restOfOne[1] === restOfOther[0] &&
    restOfOne.slice(2) === restOfOther.slice(2);
  return (
    isSwapped ||
    restOfOne.slice(1) === restOfOther.slice(1) ||
    restOfOne.slice(1) === restOfOther ||
    restOfOne === restOfOther.slice(1)
  );
}

/** Returns whether a word begins with another one, except for a typing error. */
export function isNearBeginning(word: string, beginning: string): boolean {
  return [-1, 0, 1].some((more) => isNear(word.slice(0, beginning.length + more), beginning));
}
