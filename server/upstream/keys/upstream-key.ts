import { capitalizeName } from '#contract/portal/upstream-name.ts';
import type { Caller } from '#server/auth/caller.ts';
import { decryptText } from '#server/auth/encryption.ts';
import { findProfileKey, saveRejection } from '#server/auth/profile-keys.store.ts';
import type { Secrets } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import {
  KeyRejectedError,
  type Purpose,
  toUpstreamError,
} from '#server/upstream/client/upstream-responses.ts';

/** The store of people's API keys for the upstream service. */
export interface StoredKeys {
  readonly db: Db;
  readonly secrets: Secrets;
  /** The name of the upstream service within a sentence. */
  readonly upstreamName: string;
}

/**
 * Runs `work` with the caller's own key for the upstream service, and records whether the service
 * still accepts the key.
 * @throws ApiError 403 when no key is stored or the service rejects it; 401 for a program, which
 * uses that key itself
 */
export async function withKey<T>(
  { db, secrets, upstreamName }: StoredKeys,
  caller: Caller,
  work: (token: string) => Promise<T>,
): Promise<T> {
  const key = await findUpstreamToken(db, secrets, caller.accountId);
  if (!key)
    throw new ApiError(
      'upstream-key-missing',
      `First enter your API key on your profile page: the portal needs it for ${upstreamName}.`,
    );
  try {
    const result = await work(key.token);
    await markRejected(db, key, false);
    return result;
  } catch (error) {
    throw await toCallerError({ db, upstreamName }, caller, key, error);
  }
}

/**
 * Runs `work` with the caller's own key for the upstream service. The message of an upstream error
 * says what it means for the work.
 * @throws ApiError
 */
export async function runAsCaller<T>(
  keys: StoredKeys,
  caller: Caller,
  purpose: Purpose,
  work: (token: string) => Promise<T>,
): Promise<T> {
  return withKey(keys, caller, work).catch((error: unknown) => {
    throw toUpstreamError(error, purpose);
  });
}

/**
 * Returns the error for the caller. A browser gets no 401, because it would then ask the person to
 * sign in again.
 */
async function toCallerError(
  { db, upstreamName }: Pick<StoredKeys, 'db' | 'upstreamName'>,
  { sessionId }: Caller,
  key: UpstreamToken,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof KeyRejectedError)) return error;
  await markRejected(db, key, true);
  return sessionId === null
    ? error
    : new ApiError(
        'upstream-key-rejected',
        `${capitalizeName(upstreamName)} rejects your API key. Enter the current one on your profile page.`,
        { submission: error.submission },
      );
}

/** Somebody’s API key for the upstream service. */
export interface UpstreamToken {
  readonly accountId: string;
  readonly token: string;
  /** Whether the upstream service last responded 401 to this key. */
  readonly isRejected: boolean;
}

/**
 * Returns the token for calls to the upstream service; undefined when none is stored, or when the
 * portal secret cannot decrypt the stored one.
 */
export async function findUpstreamToken(db: Db, secrets: Secrets, accountId: string) {
  const stored = await findProfileKey(db, accountId);
  const token = stored && decryptText(secrets.apiKeys, accountId, stored.encrypted);
  return token === undefined
    ? undefined
    : { accountId, token, isRejected: stored?.rejected_at !== null };
}

/**
 * Stores whether the upstream service has just rejected a token. Skips the query when nothing
 * changes. A key entered in the meantime is not affected.
 */
export async function markRejected(
  db: Db,
  { accountId, token, isRejected: wasRejected }: UpstreamToken,
  isRejected: boolean,
): Promise<void> {
  if (isRejected !== wasRejected) await saveRejection(db, accountId, token, isRejected);
}
