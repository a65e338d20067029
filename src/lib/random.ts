/** Returns `count` random bytes. */
export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

/**
 * Returns a unique text of 32 hexadecimal digits. Does not use `crypto.randomUUID`, which exists
 * only on https and localhost.
 */
export function randomKey(): string {
  return Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
