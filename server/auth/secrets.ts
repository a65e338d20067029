import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/config/config.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import type { Keys } from './encryption.ts';
import { type KeyWrapping, wrapWith } from './key-wrapping.ts';

/** The keys of the service, each for one purpose, all derived from the portal secret. */
export interface Secrets {
  /** Signs access tokens. */
  readonly accessTokens: Keys;
  /** Encrypts API keys at rest. */
  readonly apiKeys: Keys;
  /** Encrypts the secrets of authenticator apps at rest. */
  readonly secondFactors: Keys;
  /** Encrypts the keys of files. */
  readonly fileKeys: KeyWrapping;
}

/** Derives the keys (HKDF-SHA-256) of a secret, and of a former one that is accepted too. */
export function deriveSecrets(secret: string, former: string | null = null): Secrets {
  const derive = (purpose: string): Keys => {
    const deriveFrom = (one: string) =>
      Buffer.from(hkdfSync('sha256', one, 'partner-portal', purpose, 32));
    return [deriveFrom(secret), ...(former === null ? [] : [deriveFrom(former)])];
  };
  return {
    accessTokens: derive('access-tokens'),
    apiKeys: derive('api-keys'),
    secondFactors: derive('second-factors'),
    fileKeys: wrapWith(derive('file-keys')),
  };
}

/** Derives the keys of the configured secrets, or else of the one in the data folder. */
export async function readSecrets(config: Config): Promise<Secrets> {
  return deriveSecrets(config.portalSecret ?? (await storedSecret(config)), config.formerSecret);
}

/**
 * Returns the secret in the data folder, which is generated on first use and readable only by its
 * owner.
 */
async function storedSecret({ dataDir }: Config): Promise<string> {
  const file = path.join(dataDir, 'portal-secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, newToken(), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}

/** Returns a new random token: 256 bits, safe in a URL, a header and a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored form of a token. A fast hash suffices for 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
