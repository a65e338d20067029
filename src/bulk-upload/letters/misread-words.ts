import { isImprobableWord } from './improbable-letters.ts';

const smallLetters = 'éíóúüöäåëàâôáçß';
const capitals = 'ÉÁÍÓÚÜÖÄÅÀÂÔÑÇ';

/**
 * By character code: 1 for letters that never make a word improbable by themselves; 2 for capitals
 * that don't, unless a lowercase letter precedes them. Together they are nearly all non-ASCII
 * letters of a Western file.
 */
const harmless = new Uint8Array(256);
for (const letter of smallLetters) harmless[letter.charCodeAt(0)] = 1;
for (const letter of capitals) harmless[letter.charCodeAt(0)] = 2;

const isSmall = (code: number) => code >= 0x61 && code <= 0x7a;
const isLetter = (code: number) => isSmall(code | 0x20) && code < 0x80;
const isVowel = (code: number) => 'aeiouyAEIOUY'.includes(String.fromCharCode(code));

/**
 * Returns whether a non-ASCII character can be skipped between its two neighbours. The codes it
 * accepts are the same in windows-1252 and Unicode.
 */
function isHarmless(before: number, code: number, after: number): boolean {
  if (before > 0x7f || after > 0x7f || code > 0xff) return false;
  switch (code) {
    case 0xe1: // á: may be ß of cp850, as in `Straáe`.
      return !isVowel(before);
    case 0xe7: // ç
      return !isLetter(after) || isVowel(after);
    case 0xdf: // ß
      return isLetter(before);
    default:
      return harmless[code] === 1 || (harmless[code] === 2 && !isSmall(before));
  }
}

/**
 * Whether a byte is odd next to a neighbour: `oddBefore` is indexed by the byte and the next byte,
 * `oddAfter` by the previous byte and the byte.
 */
const oddBefore = new Uint8Array(0x10000);
const oddAfter = new Uint8Array(0x10000);
for (let byte = 0x80; byte < 0x100; byte += 1) {
  for (let other = 0; other < 0x100; other += 1) {
    // A preceding B and a following a are neutral: neither makes a byte odd.
    oddBefore[(byte << 8) | other] = Number(!isHarmless(0x42, byte, other));
    oddAfter[(other << 8) | byte] = Number(!isHarmless(other, byte, 0x61));
  }
}

/** Returns whether a non-ASCII byte of windows-1252 may be misread before the next byte. */
export function isOddBefore(byte: number, after: number): boolean {
  return oddBefore[(byte << 8) | after] === 1;
}

/** Returns whether a non-ASCII byte of windows-1252 may be misread after the previous byte. */
export function isOddAfter(before: number, byte: number): boolean {
  return oddAfter[(before << 8) | byte] === 1;
}

/** Max number of words to cache: names repeat. */
const maxCachedWords = 50_000;
/** Max number of characters of a word that are checked on either side. */
const reach = 60;

/** Finds words that were probably decoded in the wrong encoding. */
export class MisreadWords {
  readonly #known = new Map<string, boolean>();

  /** Returns the index of the first misread word, or -1. */
  find(text: string): number {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x80 || isHarmless(codeAt(text, at - 1), code, codeAt(text, at + 1))) continue;
      const start = wordStart(text, at);
      const end = wordEnd(text, at);
      if (this.#isImprobable(text.slice(start, end))) return start;
      at = end;
    }
    return -1;
  }

  #isImprobable(word: string): boolean {
    const before = this.#known.get(word);
    if (before !== undefined) return before;
    if (this.#known.size === maxCachedWords) this.#known.clear();
    const isImprobable = isImprobableWord(word);
    this.#known.set(word, isImprobable);
    return isImprobable;
  }
}

/** Returns the code at an index; a space before the start and after the end of the text. */
function codeAt(text: string, at: number): number {
  return at < 0 || at >= text.length ? 0x20 : text.charCodeAt(at);
}

function wordStart(text: string, at: number): number {
  let start = at;
  while (start > at - reach && isOfWord(codeAt(text, start - 1))) start -= 1;
  return start;
}

function wordEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < at + reach && isOfWord(codeAt(text, end))) end += 1;
  return end;
}

function isOfWord(code: number): boolean {
  return code > 0x7f || isLetter(code) || (code >= 0x30 && code <= 0x39);
}

/** The character that programs write in place of one they could not decode. */
const replaced = '\ufffd';

/**
 * Matches question marks in place of letters: `H?mi`, `Nguy??n`; `?ukasz`, `Te-?ra`; `????`.
 * Doesn't match a question mark after a word.
 */
const lostInName = new RegExp(
  [
    String.raw`\?(?<=\p{L}\?)(?=\?*\p{L})`,
    String.raw`\?(?<=(?:^|[\s\-"'(,;|])\?)(?=\p{L})`,
    String.raw`\?(?<![\p{L}\d?].)(?=\?{3})`,
  ].join('|'),
  'u',
);

/** A word that may legitimately contain a question mark. */
const address = /[=@]|:\/\/|www\./i;

/**
 * Returns whether any row of this text may have lost letters. A quick check of all rows at once.
 */
export function mayHaveLostLetters(text: string): boolean {
  if (text.includes(replaced)) return true;
  for (let at = text.indexOf('?'); at !== -1; at = text.indexOf('?', at + 1))
    // The letter before may take two characters.
    if (lostInName.test(text.slice(Math.max(0, at - 2), at + 5))) return true;
  return false;
}

/**
 * Returns the index at which a cell lost a letter before the file was saved, or -1. `isName`:
 * whether the cell is a name or part of an address.
 */
export function findLostLetter(text: string, isName: boolean): number {
  const sign = text.indexOf(replaced);
  if (sign !== -1 || !isName || !text.includes('?')) return sign;
  for (const { 0: word, index } of text.matchAll(/\S+/g))
    if (!address.test(word) && lostInName.test(word)) return index;
  return -1;
}
