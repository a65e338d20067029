import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns a new record id: 24 characters, 120 random bits, so that ids cannot be guessed. */
export function newId(): string {
  const bytes = randomBytes(24);
  let id = '';
  // A loop, because a bulk upload makes a million ids.
  for (let at = 0; at < bytes.length; at += 1) id += alphabet.charAt(bytes[at]! % 32);
  return id;
}

/** Returns whether a text has the form of an id. Other texts cannot name a record. */
export function isId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
