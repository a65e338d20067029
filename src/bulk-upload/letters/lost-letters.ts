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
