/** What a program leaves in place of a character that it could not read. */
const replaced = '\ufffd';

/** `H?mi`, `Nguy??n`; `?ukasz`, `Te-?ra`; `????`. A question mark after a word is none of them. */
const lostInName = new RegExp(
  [
    String.raw`\?(?<=\p{L}\?)(?=\?*\p{L})`,
    String.raw`\?(?<=(?:^|[\s\-"'(,;|])\?)(?=\p{L})`,
    String.raw`\?(?<![\p{L}\d?].)(?=\?{3})`,
  ].join('|'),
  'u',
);

/** A word that may hold a question mark by its nature. */
const address = /[=@]|:\/\/|www\./i;

/** Whether rows of this text may have lost letters; a quick look at all of them at once. */
export function mayHaveLostLetters(text: string): boolean {
  if (text.includes(replaced)) return true;
  for (let at = text.indexOf('?'); at !== -1; at = text.indexOf('?', at + 1))
    if (lostInName.test(text.slice(Math.max(0, at - 1), at + 5))) return true;
  return false;
}

/** Returns where a letter of a cell was lost before the file was saved; -1: nowhere. `isName`: it is a name or a part of an address. */
export function findLostLetter(text: string, isName: boolean): number {
  const sign = text.indexOf(replaced);
  if (sign !== -1 || !isName || !text.includes('?')) return sign;
  for (const { 0: word, index } of text.matchAll(/\S+/g))
    if (!address.test(word) && lostInName.test(word)) return index;
  return -1;
}
