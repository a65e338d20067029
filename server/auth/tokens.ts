import { createHash, randomBytes } from 'node:crypto';

import { apiKeyPrefix } from './keys.rules.ts';

/** Returns a new random token: 256 bits, safe in a URL, a header and a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns whether a text has the form of a token that {@link newToken} made. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Returns the stored form of a token. A fast hash suffices for 256 random bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Returns a new API key: 256 random bits with a prefix, by which people and secret scanners
 * recognise it, and no key of the operator is taken for a partner’s.
 */
export const newApiKey = (): string => apiKeyPrefix + newToken();

/** Returns a new key of the operator, with a prefix of its own. */
export const newOperatorKey = (): string => `pok_${newToken()}`;
