const dot = '[.\u3002\uFF0E\uFF61]';
/** Texts that mail programs turn into links by themselves. */
const addressLike = new RegExp(`[^@]@[^@]|://|[\\p{L}\\p{N}]${dot}\\p{L}{2}`, 'u');
const marks = new RegExp(`(?:${dot}|[:/@])+`, 'gu');
/** `J.R.Smith`, which ends in no word of an address. */
const initials = /^(?:\p{Lu}\.)+\p{Lu}[\p{L}'’-]*[,.]?$/u;

const isAddress = (word: string) => addressLike.test(word) && !initials.test(word);

/**
 * Returns whether a word of a name is a web or email address, or would become one where an email
 * with the name is shown: `evil.example/now`.
 */
export function hasAddress(name: string): boolean {
  return name.split(/\s+/u).some(isAddress);
}

/** Returns a name, for an email, without anything that mail programs turn into links. */
export function withoutAddresses(name: string): string {
  const words = name.split(/\s+/u);
  return words.map((word) => (isAddress(word) ? word.replaceAll(marks, ' ') : word)).join(' ');
}
