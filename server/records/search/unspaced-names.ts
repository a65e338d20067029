import { searchCode } from '#server/db/search-codes.ts';

import {
  splitCharacters,
  errorsIn,
  hasEnoughLetters,
  splitLetters,
  swapped,
} from './near-words.ts';

/** Maximum number of characters of a name, and of one in which an error is tolerated. */
const limits = { length: 6, nearLength: 4 };

/**
 * Returns the stored forms of a Chinese, Japanese or Korean name that was typed without a space:
 * family name and given name in both orders, wherever the one ends. Returns none for other words.
 */
export function namesIn(word: string): string[] {
  const letters = splitCharacters(word);
  if (letters.length > limits.length) return [];
  if (!/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+$/u.test(word)) return [];
  return letters.slice(1).flatMap((_, before) => {
    const first = letters.slice(0, before + 1).join('');
    const second = letters.slice(before + 1).join('');
    return [`${first} ${second}`, `${second} ${first}`];
  });
}

/**
 * Returns how to find one of the names that a word may be; with a typing error, if it is tolerated.
 * One look-up in the index serves all of them, because they have the same characters: the code of
 * the text has all patterns of one of the groups, and the text matches the regular expression.
 */
export function namePatterns(names: readonly string[], isTolerant: boolean) {
  const letters = splitCharacters((names[0] ?? '').replaceAll(' ', ''));
  const codes = letters.map((letter) => `%${searchCode(` ${letter}`)}%`);
  const isNear =
    isTolerant && letters.length <= limits.nearLength && hasEnoughLetters(names[0] ?? '');
  if (!isNear) {
    // While a name is being typed, the part that is stored first may be the unfinished one.
    const prefixes = names.map((name) => name.replace(' ', '[^ ]* '));
    return { codes: [codes], expression: `(^| )(${prefixes.join('|')})` };
  }
  const half = Math.ceil(codes.length / 2);
  const near = names.map((name) => errorsIn(splitLetters(name)));
  // The swapped letters may be the end of one part of the name and the beginning of the other.
  const turned = letters.slice(1).flatMap((_, before) => namesIn(swapped(letters, before + 1)));
  return {
    // The characters without the wrong one: any two of three, because one has too many names.
    codes:
      codes.length === 3
        ? codes.map((_, wrong) => codes.toSpliced(wrong, 1))
        : [codes.slice(0, half), codes.slice(half)],
    expression: `(^| )(${[...near, ...turned].join('|')})( |$)`,
  };
}
