import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';

import type { InSession } from './caller.ts';
import { isConfirmed } from './sessions.store.ts';

/**
 * Requires a recently confirmed password, for actions that an open session alone must not allow:
 * to view an API key, to end sessions, or to change who may use the portal.
 * @throws ApiError 403
 */
export async function requireConfirmed(db: Db, { sessionId }: InSession): Promise<void> {
  if (!(await isConfirmed(db, sessionId)))
    throw new ApiError(
      'password-confirmation-required',
      'Confirm your password first. That holds for 5 minutes.',
    );
}
