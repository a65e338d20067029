import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';

import { lockAccount, readAccount } from './accounts.store.ts';

/**
 * Lets the deactivation or erasure of an account wait, which ends its keys.
 * @throws ApiError 403 if that has come first
 */
export async function lockActiveAccount(tx: Db, id: string): Promise<void> {
  await lockAccount(tx, id);
  if ((await readAccount(tx, id)).disabled_at !== null)
    throw new ApiError('no-access', 'This account is deactivated. Activate it first.');
}
