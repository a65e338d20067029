import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the content. Bound to its owner, so that rows and
// files cannot be swapped.
const nonceLength = 12;
const tagLength = 16;

/** The key by which the service encrypts and signs, then those that it also accepts. */
export type Keys = readonly [Buffer, ...Buffer[]];

/** What was encrypted, and whether not with the first of the keys. */
export interface Decrypted {
  readonly content: Buffer;
  readonly isFormer: boolean;
}

/** Returns content of an account or a file, encrypted with the first key. */
export function encrypt([key]: Keys, ownerId: string, content: Buffer): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(ownerId));
  const encrypted = [cipher.update(content), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
}

/** Returns the decrypted content; undefined if none of these keys encrypted it. */
export function decrypt(keys: Keys, ownerId: string, stored: Buffer): Decrypted | undefined {
  const nonce = stored.subarray(0, nonceLength);
  const tag = stored.subarray(nonceLength, nonceLength + tagLength);
  const encrypted = stored.subarray(nonceLength + tagLength);
  for (const [index, key] of keys.entries())
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(ownerId))
        .setAuthTag(tag);
      const content = decipher.update(encrypted);
      decipher.final();
      return { content, isFormer: index > 0 };
    } catch {
      // The next key.
    }
  return undefined;
}

/** Returns a text of an account, encrypted with a key of the service. */
export function encryptText(keys: Keys, accountId: string, text: string): Buffer {
  return encrypt(keys, accountId, Buffer.from(text));
}

/** Returns the decrypted text; undefined when it was encrypted with another portal secret. */
export function decryptText(keys: Keys, accountId: string, stored: Buffer): string | undefined {
  return decrypt(keys, accountId, stored)?.content.toString();
}
