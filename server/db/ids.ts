import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new record identifier: 24 characters, 120 random bits, so that none can be guessed. */
export function newId(): string {
  const bytes = randomBytes(24);
  let id = '';
  // A loop, because a bulk upload makes a million.
  for (let at = 0; at < bytes.length; at += 1) id += alphabet.charAt(bytes[at]! % 32);
  return id;
}

/** Whether a text can be an identifier at all. One that cannot names no record. */
export function isId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
