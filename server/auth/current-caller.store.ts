import type { Db } from '#server/db/connect.ts';

import type { Caller } from './caller.ts';

/**
 * Returns whether a caller’s account is as it was when the request began: not disabled, and with
 * the same role, partner and contact.
 */
export async function isCallerCurrent(db: Db, caller: Caller): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select(['disabled_at', 'role', 'partner_id', 'contact_id'])
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow();
  return (
    account.disabled_at === null &&
    account.role === caller.role &&
    account.partner_id === caller.partnerId &&
    account.contact_id === caller.contactId
  );
}
