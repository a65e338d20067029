import { type Insertable, type Selectable, sql } from 'kysely';

import type { InSession } from '#server/auth/caller.ts';
import { endTokens, issueToken, spendToken } from '#server/auth/one-time-tokens.store.ts';
import { newToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';

export type PasskeyRow = Selectable<Tables['passkeys']>;

/** How long a passkey can be added after the request for it, in milliseconds. */
export const challengeLifetimeMs = 5 * 60_000;

/** Returns the challenge to sign next in a session, to add a passkey. */
export async function newChallenge(
  db: Db,
  { accountId, sessionId }: Pick<InSession, 'accountId' | 'sessionId'>,
): Promise<string> {
  await endTokens(db, accountId, ['new-passkey'], { sessionId });
  const challenge = { accountId, payload: { sessionId }, lifetimeMs: challengeLifetimeMs };
  return issueToken(db, 'new-passkey', challenge);
}

/**
 * Spends the challenge that a device says it has signed, and returns it. If it is not one of this
 * session, returns a random one that no device can have signed.
 */
export async function spendChallenge(
  db: Db,
  { sessionId }: Pick<InSession, 'sessionId'>,
  clientData: string,
): Promise<string> {
  const text = Buffer.from(clientData, 'base64url').toString();
  // Only finds it: checking the signature proves that this challenge was signed.
  const [, challenge = ''] = /"challenge":"([\w-]+)"/.exec(text) ?? [];
  const spent = await spendToken(db, challenge, 'new-passkey');
  return spent?.payload.sessionId === sessionId ? challenge : newToken();
}

/** Returns the passkeys of an account, newest first. */
export async function listPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Stores a new passkey. Returns false when somebody has it already. */
export async function insertPasskey(
  tx: Db,
  passkey: Omit<Insertable<Tables['passkeys']>, 'id'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values({ id: newId(), ...passkey })
    .onConflict((taken) => taken.column('credential_id').doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Deletes a passkey of an account. Returns false when the account does not have it. */
export async function deletePasskey(tx: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all passkeys of an account, and returns how many there were. */
export async function deletePasskeys(tx: Db, accountId: string): Promise<number> {
  const passkeys = tx.deleteFrom('passkeys').where('account_id', '=', accountId);
  return Number((await passkeys.executeTakeFirstOrThrow()).numDeletedRows);
}

/** Returns the passkey of a credential, whoever has it. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const passkeys = db.selectFrom('passkeys').selectAll();
  return passkeys.where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Stores the use of a passkey. Returns whether it is there, and was not used meanwhile. */
export async function usePasskey(tx: Db, used: PasskeyRow, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', used.id)
    .where('counter', '=', used.counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
