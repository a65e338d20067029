import type { InSession } from '#server/auth/caller.ts';
import { isConfirmed } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';

/**
 * Requires a recently confirmed password, for actions that an open session alone must not allow: to
 * view an API key, or to send a person’s leads elsewhere.
 * @throws ApiError 403
 */
export async function requireConfirmed(db: Db, { sessionId }: InSession): Promise<void> {
  if (!(await isConfirmed(db, sessionId)))
    throw new ApiError(
      403,
      'password-confirmation-required',
      'Confirm your password to view the key for 5 minutes.',
    );
}
