import { createHash, randomBytes } from 'node:crypto';

/** Returns a new random token: 256 bits, safe in a URL, a header and a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a token. A fast hash suffices for 256 random bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');
