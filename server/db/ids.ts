import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns a new record id: 24 characters, 120 random bits, so that ids cannot be guessed. */
export function newId(): string {
  let id = '';
  // A loop, because a bulk upload makes a million ids.
  for (const byte of randomBytes(24)) id += alphabet.charAt(byte % 32);
  return id;
}

/** Returns whether a text has the form of an id. Other texts cannot name a record. */
export function isId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
