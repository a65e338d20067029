import type { Encoding } from '#contract/web/bulk-uploads.ts';

import { isImprobableWord } from './improbable-letters.ts';

const smallLetters = 'éíóúüöäåëàâôáçß';
const capitals = 'ÉÁÍÓÚÜÖÄÅÀÂÔÑÇ';

/**
 * By the code: 1, letters that make no word improbable by themselves; 2, capitals of which that is
 * true unless a small letter stands before them. They are nearly all that a Western file has.
 */
const harmless = new Uint8Array(256);
for (const letter of smallLetters) harmless[letter.charCodeAt(0)] = 1;
for (const letter of capitals) harmless[letter.charCodeAt(0)] = 2;

const isSmall = (code: number) => code >= 0x61 && code <= 0x7a;
const isLetter = (code: number) => isSmall(code | 0x20) && code < 0x80;
const isVowel = (code: number) => 'aeiouyAEIOUY'.includes(String.fromCharCode(code));

/** Whether a character beyond ASCII can be passed over between these two. Codes are those of windows-1252 and Unicode alike. */
function isHarmless(before: number, code: number, after: number): boolean {
  if (before > 0x7f || after > 0x7f || code > 0xff) return false;
  switch (code) {
    case 0xe1: // á: `Straáe` was ß of cp850.
      return !isVowel(before);
    case 0xe7: // ç
      return !isLetter(after) || isVowel(after);
    case 0xdf: // ß
      return isLetter(before);
    default:
      return harmless[code] === 1 || (harmless[code] === 2 && !isSmall(before));
  }
}

/** By a byte and the one after it: whether the byte is odd before it; and by the one before it. */
const oddBefore = new Uint8Array(0x10000);
const oddAfter = new Uint8Array(0x10000);
for (let byte = 0x80; byte < 0x100; byte += 1) {
  for (let other = 0; other < 0x100; other += 1) {
    // A capital before and a vowel after make none odd.
    oddBefore[(byte << 8) | other] = Number(!isHarmless(0x42, byte, other));
    oddAfter[(other << 8) | byte] = Number(!isHarmless(other, byte, 0x61));
  }
}

/**
 * Returns what tells whether bytes need a look at their words. It costs one look at four bytes at
 * once, and a little more where letters beyond ASCII stand. `isAscii`: there are no such letters.
 */
export function misreadBytesOf(
  encoding: Encoding,
): (bytes: Uint8Array, isAscii: boolean) => boolean {
  if (encoding === 'windows-1252') return (bytes, isAscii) => !isAscii && mayBeMisread(bytes);
  return encoding === 'macintosh' ? (_, isAscii) => !isAscii : () => false;
}

function mayBeMisread(bytes: Uint8Array): boolean {
  // What stands before the first byte and after the last is not known.
  if (bytes[0]! > 0x7f || bytes.at(-1)! > 0x7f) return true;
  const lead = (4 - (bytes.byteOffset % 4)) % 4;
  if (bytes.length < lead + 4) return hasOddByte(bytes, 0, bytes.length);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + lead, (bytes.length - lead) >>> 2);
  if (hasOddByte(bytes, 0, lead)) return true;
  for (let at = 0; at < words.length; at += 1) {
    // The sign bit of each byte beyond ASCII; the lowest one is the first byte's.
    for (let signs = words[at]! & 0x80808080; signs !== 0; signs &= signs - 1) {
      const place = lead + at * 4 + ((31 - Math.clz32(signs & -signs)) >>> 3);
      if (isOddByte(bytes, place)) return true;
    }
  }
  return hasOddByte(bytes, lead + words.length * 4, bytes.length);
}

function hasOddByte(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1)
    if (bytes[at]! > 0x7f && isOddByte(bytes, at)) return true;
  return false;
}

function isOddByte(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at]!;
  return (oddBefore[(byte << 8) | bytes[at + 1]!]! | oddAfter[(bytes[at - 1]! << 8) | byte]!) === 1;
}

/** Words that are remembered: names repeat. */
const mostWords = 50_000;
/** A word is looked at so far on either side. */
const reach = 60;

/** Finds the words of a file that were hardly written as they read. */
export class MisreadWords {
  readonly #inNames = new Map<string, boolean>();
  readonly #inTexts = new Map<string, boolean>();

  /** Returns where the first such word begins; -1: there is none. `isName`: the text is a name or a part of an address. */
  find(text: string, isName: boolean): number {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x80 || isHarmless(codeAt(text, at - 1), code, codeAt(text, at + 1))) continue;
      const start = wordStart(text, at);
      const end = wordEnd(text, at);
      if (this.#isImprobable(text.slice(start, end), isName)) return start;
      at = end;
    }
    return -1;
  }

  #isImprobable(word: string, isName: boolean): boolean {
    const known = isName ? this.#inNames : this.#inTexts;
    const before = known.get(word);
    if (before !== undefined) return before;
    if (known.size === mostWords) known.clear();
    const isImprobable = isImprobableWord(word, isName);
    known.set(word, isImprobable);
    return isImprobable;
  }
}

/** Beyond either end of a text stands a space. */
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
