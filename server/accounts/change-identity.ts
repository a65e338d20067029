import type { Db } from '#server/db/connect.ts';

import { takeEmail } from './accounts.policy.ts';
import { type AccountRow, updateIdentity } from './accounts.store.ts';

/**
 * Changes the name and email of an account, and those of its contact where they were the same.
 * @throws ApiError 409 when another account has the email, or can take it back
 */
export async function changeIdentity(
  tx: Db,
  account: AccountRow,
  identity: Pick<AccountRow, 'name' | 'email'>,
): Promise<void> {
  await takeEmail(tx, { id: account.id, email: identity.email }, async () =>
    updateIdentity(tx, account, identity),
  );
}
