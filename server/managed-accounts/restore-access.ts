import { lockAccount } from '#server/accounts/accounts.store.ts';
import { deleteFailures } from '#server/accounts/failed-attempts.store.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { Origin } from '#server/auth/origin.ts';
import { endSessions } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { deletePasskeys } from '#server/second-factors/passkeys.store.ts';
import { factorConflict } from '#server/second-factors/second-factors.policy.ts';
import { removeFactors } from '#server/second-factors/second-factors.store.ts';

/** Deletes the failed attempts at an account, so that its owner can sign in. */
export async function unlock(db: Db, id: string, origin: Origin): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await deleteFailures(tx, id);
    await recordAction(tx, {
      ...origin,
      action: 'account-unlocked',
      subject: { type: 'account', id },
    });
  });
}

/**
 * Removes app and passkeys of somebody whose phone is lost, and ends their sessions.
 * @throws ApiError 409 when there is neither: nothing is recorded as removed
 */
export async function resetSecondFactor(db: Db, id: string, origin: Origin): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, id);
    const hadApp = await removeFactors(tx, id);
    const passkeys = await deletePasskeys(tx, id);
    if (!hadApp && passkeys === 0) throw factorConflict('This person has no second factor.');
    await endSessions(tx, id);
    await recordAction(tx, {
      ...origin,
      action: 'factor-removed',
      subject: { type: 'account', id },
    });
  });
}
