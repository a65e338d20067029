/** So many random bytes. */
export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** A text that nobody else has, of letters and digits. Not `crypto.randomUUID`, which exists on https and localhost only. */
export function randomKey(): string {
  return Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
