import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/config/config.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** The keys of the service, each for one purpose, all derived from the portal secret. */
export interface Secrets {
  /** Signs access tokens. */
  readonly accessTokens: Buffer;
  /** Encrypts API keys at rest. */
  readonly apiKeys: Buffer;
  /** Encrypts the secrets of authenticator apps at rest. */
  readonly secondFactors: Buffer;
}

/** Derives the keys (HKDF-SHA-256). */
export function deriveSecrets(secret: string): Secrets {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'partner-portal', purpose, 32));
  return {
    accessTokens: derive('access-tokens'),
    apiKeys: derive('api-keys'),
    secondFactors: derive('second-factors'),
  };
}

/**
 * Returns the configured secret, or else the one in the data folder, which is generated on first
 * use and readable only by its owner.
 */
export async function portalSecret(config: Config): Promise<string> {
  if (config.portalSecret !== null) return config.portalSecret;
  const file = path.join(config.dataDir, 'portal-secret');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
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
