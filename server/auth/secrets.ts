import { hkdfSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/config/config.ts';
import { makeDataFolder, rejectUnusable } from '#server/db/data-folder.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import type { Keys } from './encryption.ts';
import { type KeyWrapping, wrapWith } from './key-wrapping.ts';
import { newToken } from './tokens.ts';

/** The keys of the service, each for one purpose, all derived from the portal secret. */
export interface Secrets {
  /** Signs access tokens. */
  readonly accessTokens: Keys;
  /** Encrypts API keys at rest. */
  readonly apiKeys: Keys;
  /** Encrypts the secrets of authenticator apps at rest. */
  readonly secondFactors: Keys;
  /** Encrypts started sign-ins, in the cookies of browsers. */
  readonly signIns: Keys;
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
    signIns: derive('sign-ins'),
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
  await makeDataFolder(dataDir);
  try {
    await writeFile(file, newToken(), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') rejectUnusable(error);
  }
  return (await readFile(file, 'utf8').catch(rejectUnusable)).trim();
}
