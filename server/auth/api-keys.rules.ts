import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * The prefix of every API key that the portal makes, so that people and secret scanners recognise
 * the key.
 */
const apiKeyPrefix = 'ppk_';

/** Returns a new API key: the prefix and 256 random bits. */
export function newApiKey(): string {
  return apiKeyPrefix + randomBytes(32).toString('base64url');
}

/**
 * Returns the end of a key that may be shown; empty for a short key, because too little of the key
 * would stay secret.
 */
export function shownEnd(apiKey: string): string {
  return apiKey.length < 12 ? '' : apiKey.slice(-4);
}

/** Returns a key as shown masked. An entered key has no known prefix. */
export function maskApiKey(end: string, isEntered: boolean): string {
  return `${isEntered ? '' : apiKeyPrefix}…${end}`;
}

// AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the text. Bound to its account, so that rows
// cannot be swapped.
const nonceLength = 12;
const tagLength = 16;

export function encryptApiKey(secret: Buffer, accountId: string, apiKey: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(accountId));
  const text = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Returns the decrypted key; undefined when the key was encrypted with another portal secret. */
export function decryptApiKey(
  secret: Buffer,
  accountId: string,
  stored: Buffer,
): string | undefined {
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
