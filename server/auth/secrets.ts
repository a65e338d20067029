import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/config/config.ts';
import { makeDataFolder, rejectUnusable } from '#server/db/data-folder.ts';
import { isId } from '#server/db/ids.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

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

/** Returns a new random token: 256 bits, safe in a URL, a header and a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a token. A fast hash suffices for 256 random bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

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

const lifetime = 15 * 60 * 1000;

/**
 * Issues a token for a session, valid for 15 minutes: `session.expiry.signature`. The token stops
 * working when its session ends.
 */
export function issueAccessToken([key]: Keys, sessionId: string, now: Date) {
  const expiresAt = new Date(now.getTime() + lifetime);
  const content = `${sessionId}.${expiresAt.getTime().toString(36)}`;
  return { accessToken: `${content}.${sign(key, content)}`, expiresAt };
}

/** Returns the session of a token; undefined when the token is not ours or has expired. */
export function readAccessToken(keys: Keys, token: string, now: Date): string | undefined {
  const [sessionId = '', expiry = '', signature = '', ...more] = token.split('.');
  // Most API keys are recognised here as no access token, before anything is computed.
  if (more.length > 0 || !isId(sessionId) || signature === '') return undefined;
  const received = Buffer.from(signature);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(sign(key, `${sessionId}.${expiry}`));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
  return isOurs && Number.parseInt(expiry, 36) > now.getTime() ? sessionId : undefined;
}

function sign(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url');
}

/** Encrypts the keys of files. A key service would be one more of these, and nothing else. */
export interface KeyWrapping {
  /** Returns a file’s key as it is stored: at most 240 bytes, of use for that file alone. */
  wrap(fileId: string, key: Buffer): Promise<Buffer>;
  /** Returns a file’s key from its wrapped form; undefined when it can’t be decrypted. */
  unwrap(fileId: string, wrapped: Buffer): Promise<Decrypted | undefined>;
}

/** Returns functions that encrypt the keys of files, with the first of these keys. */
function wrapWith(keys: Keys): KeyWrapping {
  return {
    wrap: async (fileId, key) => encrypt(keys, fileId, key),
    unwrap: async (fileId, wrapped) => decrypt(keys, fileId, wrapped),
  };
}
