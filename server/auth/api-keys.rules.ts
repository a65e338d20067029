import { randomBytes } from 'node:crypto';

/**
 * The prefix of every API key that the portal makes, so that people and secret scanners recognise
 * the key.
 */
const apiKeyPrefix = 'ppk_';

/** Returns a new API key: the prefix and 256 random bits. */
export const newApiKey = (): string => apiKeyPrefix + randomBytes(32).toString('base64url');

/**
 * Returns the end of a key that may be shown; empty for a short key, because too little of the key
 * would stay secret.
 */
export const shownEnd = (apiKey: string): string => (apiKey.length < 12 ? '' : apiKey.slice(-4));

/** Returns a key as shown masked. An entered key has no known prefix. */
export function maskApiKey(end: string, isEntered: boolean): string {
  return `${isEntered ? '' : apiKeyPrefix}…${end}`;
}
