import fc from 'fast-check';

import { foldText } from '#server/db/search-words.ts';
import type { Random } from '#server/testing/random.ts';

/** A script that names are written in. */
export interface Script {
  readonly name: string;
  readonly letters: readonly string[];
  /** The minimum and maximum number of letters of a name. */
  readonly length: readonly [number, number];
  /** The number of letters from which a typing error in a word is tolerated. */
  readonly tolerantLength: number;
  /** Whether a name may be typed without a space. */
  readonly isUnspaced: boolean;
}

const alphabet = { length: [2, 12], tolerantLength: 4, isUnspaced: false } as const;

/** The scripts, with all their letters or, of thousands, many. */
export const scripts: readonly Script[] = [
  { name: 'Latin', letters: lettersIn('a-z', 'à-ö', 'ø-ſ', 'ạ-ỹ'), ...alphabet },
  { name: 'Cyrillic', letters: lettersIn('а-џ', 'ґ-ґ'), ...alphabet },
  { name: 'Greek', letters: lettersIn('ά-ώ'), ...alphabet },
  { name: 'Arabic', letters: lettersIn('ء-غ', 'ف-ي', 'پ-پ', 'ک-ک', 'ی-ی'), ...alphabet },
  { name: 'Hebrew', letters: lettersIn('א-ת'), ...alphabet },
  { name: 'Thai', letters: lettersIn('ก-ะ', 'เ-ไ'), ...alphabet },
  {
    name: 'Chinese',
    letters: lettersIn('一-龥'),
    length: [1, 3],
    tolerantLength: 3,
    isUnspaced: true,
  },
  {
    name: 'Japanese',
    letters: lettersIn('ぁ-ん', 'ァ-ン', '山-湱'),
    length: [1, 4],
    tolerantLength: 4,
    isUnspaced: true,
  },
  {
    name: 'Korean',
    letters: lettersIn('가-힣'),
    length: [1, 4],
    tolerantLength: 3,
    isUnspaced: true,
  },
];

/** Returns the letters of these ranges: `a-z`. */
function lettersIn(...ranges: readonly string[]): readonly string[] {
  return ranges.flatMap((range) => {
    const [first = 0, last = 0] = range.split('-').map((letter) => letter.codePointAt(0));
    const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return String.fromCodePoint(...codes).match(/\p{L}/gu) ?? [];
  });
}

/** A client, whose names are all in one script. */
export interface WrittenClient {
  readonly script: Script;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
}

/** Returns clients with names of random letters of a script, the same for the same seed. */
export function writtenClients(script: Script, count: number, seed: number): WrittenClient[] {
  const [minLength, maxLength] = script.length;
  const name = fc
    .string({ unit: fc.constantFrom(...script.letters), minLength, maxLength })
    .map((letters) => letters.charAt(0).toUpperCase() + letters.slice(1));
  const client = fc.record({
    script: fc.constant(script),
    firstName: name,
    lastName: name,
    companyName: fc.tuple(name, name).map((words) => words.join(' ')),
  });
  return fc.sample(client, { numRuns: count, seed });
}

/** A search for a client, and how it was made. */
export interface Typed {
  readonly kind: string;
  readonly q: string;
}

/** Returns ways in which a client’s names may be typed, so that the client is found. */
export function typedNames(client: WrittenClient, random: Random): Typed[] {
  const { firstName, lastName, companyName, script } = client;
  const all = `${firstName} ${lastName} ${companyName}`;
  const words = all.split(' ');
  const unspaced = script.isUnspaced ? [lastName + firstName, firstName + lastName] : [];
  const erroneous = random.pick(words);
  const others = words.filter((word) => word !== erroneous).join(' ');
  return [
    { kind: 'exact', q: all },
    { kind: 'name', q: `${firstName} ${lastName}` },
    { kind: 'capitals', q: all.toUpperCase() },
    { kind: 'small letters', q: all.toLowerCase() },
    { kind: 'accents apart', q: all.normalize('NFD') },
    { kind: 'without accents', q: withoutAccents(all) },
    { kind: 'another order', q: words.toReversed().join(' ') },
    ...unspaced
      .filter((name) => countLetters(name) <= 6)
      .map((q) => ({ kind: 'without a space', q })),
    ...withErrors(erroneous, script, random).map(({ kind, q }) => ({ kind, q: `${q} ${others}` })),
    ...unspaced
      .filter((name) => countLetters(name) <= 4)
      .flatMap((name) => withErrors(name, script, random))
      .filter(({ q }) => countLetters(q) <= 4)
      .map(({ kind, q }) => ({ kind: `without a space, ${kind}`, q })),
  ];
}

function countLetters(text: string): number {
  return Array.from(text).length;
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
}

/**
 * Returns a word with each kind of typing error; none if the word is too short for one. A letter
 * that is typed as two, such as ß, has no error: it would be two errors.
 */
function withErrors(word: string, script: Script, random: Random): Typed[] {
  const letters = Array.from(word);
  const at = random.int(0, letters.length - 1);
  const swapped = random.int(1, letters.length - 1);
  const other = random.pick(script.letters);
  const changed = [other, letters[at], letters[swapped - 1], letters[swapped]];
  if (letters.length < 2 || changed.some((letter = '') => !isOneLetter(letter))) return [];
  const [before = '', after = ''] = letters.slice(swapped - 1);
  return [
    { kind: 'a letter wrong', q: letters.with(at, other).join('') },
    { kind: 'a letter added', q: letters.toSpliced(at, 0, other).join('') },
    { kind: 'a letter missing', q: letters.toSpliced(at, 1).join('') },
    { kind: 'letters swapped', q: letters.toSpliced(swapped - 1, 2, after, before).join('') },
  ].filter(({ q }) => Math.min(countLetters(q), letters.length) >= script.tolerantLength);
}

function isOneLetter(letter: string): boolean {
  return countLetters(foldText(letter).normalize('NFC')) === 1;
}
