import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new record identifier: 24 characters, 120 random bits, so that none can be guessed. */
export function newId(): string {
  return Array.from(randomBytes(24), (byte) => alphabet.charAt(byte % 32)).join('');
}

/** Whether a text can be an identifier at all. One that cannot names no record. */
export function isId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
