import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns a new record id: 24 characters, 120 random bits, so that ids cannot be guessed. */
export function newId(): string {
  let id = '';
  // A loop, because a bulk upload makes a million ids.
  for (const byte of randomBytes(24)) id += alphabet.charAt(byte % 32);
  return id;
}

/** The alphabet in the order in which every collation sorts it. */
const sortedAlphabet = '234567abcdefghijklmnopqrstuvwxyz';

/**
 * Returns a new record id that sorts by a position, from 0 to 32^5 - 1: five characters for the
 * position, then 95 random bits.
 */
export function newIdAt(position: number): string {
  let prefix = '';
  for (let digit = 4; digit >= 0; digit -= 1)
    prefix += sortedAlphabet.charAt(Math.trunc(position / 32 ** digit) % 32);
  return prefix + newId().slice(prefix.length);
}

/** Returns whether a text has the form of an id. Other texts cannot name a record. */
export const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);
