import type { Encoding } from '#contract/web/bulk-uploads.ts';

import { MisreadWords } from './misread-words.ts';

/** So many different characters beyond ASCII say that a file is Mac Roman; fewer may be of any encoding. */
const enoughCharacters = 3;

/**
 * Tells windows-1252 from Mac Roman by which of the two makes words of the bytes; windows-1252 where
 * both do, and where the evidence is thin: then what seems misread is pointed out instead.
 */
export function likelierOneByteEncoding(bytes: Uint8Array): Encoding {
  const windows = plausibility(new TextDecoder('windows-1252').decode(bytes));
  const macText = new TextDecoder('macintosh').decode(bytes);
  const mac = plausibility(macText);
  const isMac = mac > windows && mac > 0 && isAmple(bytes) && !isMisread(macText);
  return isMac ? 'macintosh' : 'windows-1252';
}

/** Whether there are enough different characters beyond ASCII to tell an encoding by. */
function isAmple(bytes: Uint8Array): boolean {
  return new Set(bytes.filter((byte) => byte > 0x7f)).size >= enoughCharacters;
}

/** Whether a text is not what the encoding it was read in is for: MS-DOS read as Mac Roman makes words too, though not all of them. */
function isMisread(text: string): boolean {
  return new MisreadWords().find(text, false) !== -1;
}

/** How much the characters beyond ASCII look as if they were meant. */
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
 * `JosÈ`, `Jos‡` and `MŸller` are not what anyone writes; `José`, `O’Brien` and `“Baker”` are. A letter or a sign that stands alone
 * tells nothing.
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

/** Whether a letter is a capital after a letter and before a small one, or a small one before a capital. */
function changesCase(before: string, char: string, after: string): boolean {
  if (/\p{Ll}/u.test(char)) return /\p{Lu}/u.test(after);
  return /\p{Ll}/u.test(before) || (/\p{Lu}/u.test(before) && /\p{Ll}/u.test(after));
}
