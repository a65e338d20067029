import type { Encoding } from '#contract/web/bulk-uploads.ts';

/** Tells windows-1252 from Mac Roman by which of the two makes words of the bytes; windows-1252 where both do. */
export function likelierOneByteEncoding(bytes: Uint8Array): Encoding {
  const windows = plausibility(new TextDecoder('windows-1252').decode(bytes));
  const mac = plausibility(new TextDecoder('macintosh').decode(bytes));
  return mac > windows && mac > 0 ? 'macintosh' : 'windows-1252';
}

/** How much the characters beyond ASCII look as if they were meant. */
function plausibility(text: string): number {
  let sum = 0;
  for (const { 0: char, index } of text.matchAll(/[^\0-\u007f]/g)) {
    sum += weight(text[index - 1] ?? ' ', char, text[index + 1] ?? ' ');
  }
  return sum;
}

/** `JosÈ`, `Jos‡` and `OíBrien` are not what anyone writes; `José`, `O’Brien` and `2 – 3` are. */
function weight(before: string, char: string, after: string): number {
  if (/\p{Cc}/u.test(char)) return -5;
  const isInWord = /\p{L}/u.test(before) || /\p{L}/u.test(after);
  if (!/\p{L}/u.test(char)) return char === '’' || !isInWord ? 1 : -2;
  if (!isInWord) return -1;
  const changesCase =
    (/\p{Lu}/u.test(char) && /\p{Ll}/u.test(before)) ||
    (/\p{Ll}/u.test(char) && /\p{Lu}/u.test(after));
  return changesCase ? -2 : 1;
}
