import type { Encoding } from '#contract/bulk-upload/bulk-uploads.ts';
import { MisreadWords } from '#src/bulk-upload/letters/misread-words.ts';

/** Min number of different non-ASCII characters that identify Mac Roman; fewer prove nothing. */
const minCharacters = 3;

/**
 * Distinguishes windows-1252 from Mac Roman by which of the two decodes the bytes into words.
 * Returns windows-1252 if both do or if the evidence is thin: a notice then points out letters that
 * seem misread.
 */
export function likelierOneByteEncoding(bytes: Uint8Array): Encoding {
  const windows = plausibility(new TextDecoder('windows-1252').decode(bytes));
  const macText = new TextDecoder('macintosh').decode(bytes);
  const mac = plausibility(macText);
  const isMac = mac > windows && mac > 0 && hasEnoughCharacters(bytes) && !isMisread(macText);
  return isMac ? 'macintosh' : 'windows-1252';
}

/** Returns whether there are enough different non-ASCII characters to identify an encoding. */
function hasEnoughCharacters(bytes: Uint8Array): boolean {
  return new Set(bytes.filter((byte) => byte > 0x7f)).size >= minCharacters;
}

/**
 * Returns whether a text was decoded in the wrong encoding. MS-DOS text decoded as Mac Roman makes
 * some plausible words too, but not all of them.
 */
function isMisread(text: string): boolean {
  return new MisreadWords().find(text, false) !== -1;
}

/** Returns a score of how plausible the non-ASCII characters of a text are. */
function plausibility(text: string): number {
  let sum = 0;
  for (const { 0: char, index } of text.matchAll(/[^\0-\u007f]/g)) {
    sum += weight(text[index - 1] ?? ' ', char, text[index + 1] ?? ' ');
  }
  return sum;
}

const opening = '“‘„«¿¡(';
const closing = '”’»…';

/**
 * Returns the score of one character. `JosÈ`, `Jos‡` and `MŸller` are implausible; `José`,
 * `O’Brien` and `“Baker”` are plausible. An isolated letter or symbol proves nothing.
 */
function weight(before: string, char: string, after: string): number {
  if (/\p{Cc}/u.test(char)) return -5;
  const [follows, leads] = [/\p{L}/u.test(before), /\p{L}/u.test(after)];
  if (!follows && !leads) return 0;
  if (!/\p{L}/u.test(char)) {
    if (char === '’') return 1;
    const isAtEdge = (!follows && opening.includes(char)) || (!leads && closing.includes(char));
    return isAtEdge ? 1 : -2;
  }
  return changesCase(before, char, after) ? -2 : 1;
}

/**
 * Returns whether a letter's case is implausible: a lowercase letter before a capital, a capital
 * after a lowercase letter, or a capital between a capital and a lowercase letter.
 */
function changesCase(before: string, char: string, after: string): boolean {
  if (/\p{Ll}/u.test(char)) return /\p{Lu}/u.test(after);
  return /\p{Ll}/u.test(before) || (/\p{Lu}/u.test(before) && /\p{Ll}/u.test(after));
}
