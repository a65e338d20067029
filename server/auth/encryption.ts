import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the text. Bound to its account, so that rows
// cannot be swapped.
const nonceLength = 12;
const tagLength = 16;

/** Returns a text of an account, encrypted with a key of the service. */
export function encryptText(secret: Buffer, accountId: string, text: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(accountId));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Returns the decrypted text; undefined when it was encrypted with another portal secret. */
export function decryptText(secret: Buffer, accountId: string, stored: Buffer): string | undefined {
  const nonce = stored.subarray(0, nonceLength);
  const tag = stored.subarray(nonceLength, nonceLength + tagLength);
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagLength })
    .setAAD(Buffer.from(accountId))
    .setAuthTag(tag);
  const text = decipher.update(stored.subarray(nonceLength + tagLength));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
