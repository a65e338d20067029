import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { systemErrorCode, uniqueViolation } from '#server/errors/system-error-code.ts';

import { type AccountRow, isFormerEmail, lockAccount, readAccount } from './accounts.store.ts';

/**
 * Lets the deactivation or erasure of an account wait, which ends its keys.
 * @throws ApiError 403 if that has come first
 */
export async function lockActiveAccount(tx: Db, id: string): Promise<void> {
  await lockAccount(tx, id);
  if ((await readAccount(tx, id)).disabled_at !== null)
    throw new ApiError('no-access', 'This account is deactivated. Activate it first.');
}

/**
 * Gives an account an email that is free by `write`, a statement.
 * @throws ApiError 409 when another account has the email, or can take it back
 */
export async function takeEmail(
  tx: Db,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
  write: () => Promise<void>,
): Promise<void> {
  if (await isFormerEmail(tx, { id, email })) throw emailInUse(email);
  await write().catch((error: unknown) => {
    throw systemErrorCode(error) === uniqueViolation ? emailInUse(email) : error;
  });
}

function emailInUse(email: string): ApiError {
  const sentence = `${email} already has an account.`;
  return new ApiError('email-in-use', sentence, { fields: { email: sentence } });
}
