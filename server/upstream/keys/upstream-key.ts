import { capitalizeName } from '#contract/portal/upstream-name.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Secrets } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { KeyRejectedError } from '#server/upstream/client/upstream-responses.ts';

import { markRejected, type UpstreamToken, findUpstreamToken } from './upstream-keys.store.ts';

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
