import { randomBytes } from 'node:crypto';

/**
 * The prefixes of the keys that the portal makes, so that people and secret scanners recognise
 * them, and take no key of the operator for a partner’s API key.
 */
const apiKeyPrefix = 'ppk_';
const operatorKeyPrefix = 'pok_';

const newKey = (prefix: string): string => prefix + randomBytes(32).toString('base64url');

/** Returns a new API key: the prefix and 256 random bits. */
export const newApiKey = (): string => newKey(apiKeyPrefix);

/** Returns a new key of the operator: the prefix and 256 random bits. */
export const newOperatorKey = (): string => newKey(operatorKeyPrefix);

/**
 * Returns the end of a key that may be shown; empty for a short key, because too little of the key
 * would stay secret.
 */
export const shownEnd = (apiKey: string): string => (apiKey.length < 12 ? '' : apiKey.slice(-4));

/** Returns a key as shown masked. An entered key has no known prefix. */
export function maskApiKey(end: string, isEntered: boolean): string {
  return `${isEntered ? '' : apiKeyPrefix}…${end}`;
}
