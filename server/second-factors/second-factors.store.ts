import { sql } from 'kysely';

import type { Factor } from '#contract/portal/second-factor/second-factor.ts';
import { decryptText, encryptText, type Keys } from '#server/auth/encryption.ts';
import { hashToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connect.ts';

import { appAddress, findStep, newRecoveryCodes, newSecret } from './codes.rules.ts';

/** An account, and the keys by which the secrets of its app are encrypted. */
export interface FactorOf {
  readonly accountId: string;
  readonly keys: Keys;
}

/** Returns the owner; in a transaction, their other changes wait, so that limits hold. */
export async function lockOwner(tx: Db, id: string): Promise<{ email: string }> {
  const { rows } = await sql<{ email: string }>`
    select email from accounts where id = ${id} for no key update`.execute(tx);
  return rows[0] ?? { email: '' };
}

/** Returns the second factors of accounts, by account. */
export async function readFactors(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, Factor[]>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; factors: Factor[] }>`
    select account_id as id, array_agg(factor order by factor) as factors from (
      select account_id, 'authenticator' as factor from authenticators where encrypted is not null
      union select account_id, 'passkey' from passkeys
    ) as f where account_id = any(${accountIds}) group by account_id`.execute(db);
  return new Map(rows.map(({ id, factors }) => [id, factors]));
}

/** Returns the second factors of an account. */
export async function listFactors(db: Db, accountId: string): Promise<readonly Factor[]> {
  return (await readFactors(db, [accountId])).get(accountId) ?? [];
}

/** Since when an app is required (null: it is not), and how many recovery codes are left. */
export interface SecondFactorRow {
  readonly since: Date | null;
  readonly codes: number;
}

/** Returns the app and the recovery codes of an account. */
export async function readSecondFactor(db: Db, accountId: string): Promise<SecondFactorRow> {
  const { rows } = await sql<SecondFactorRow>`
    select (select since from authenticators where account_id = ${accountId}) as since,
      (select count(*)::integer from recovery_codes where account_id = ${accountId}) as codes`.execute(
    db,
  );
  return rows[0] ?? { since: null, codes: 0 };
}

/**
 * Starts to set up an app, which shows its codes under the name of the portal, `issuer`. The one in
 * use stays in use until a code confirms the other.
 */
export async function startAuthenticator(db: Db, { accountId, keys }: FactorOf, issuer: string) {
  const secret = newSecret();
  const pending = encryptText(keys, accountId, secret);
  await db
    .insertInto('authenticators')
    .values({ account_id: accountId, pending })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ pending }))
    .execute();
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { secret, address: appAddress(secret, email, issuer) };
}

/** Returns whether a code is that of the app being set up, which is required from now on. */
export async function confirmAuthenticator(db: Db, factor: FactorOf, code: string, now: Date) {
  return useStep(db, factor, { code, now, of: 'pending' });
}

/** Uses a code up and returns its kind; undefined if it is not valid or was used. */
export async function useCode(
  db: Db,
  factor: FactorOf,
  code: string,
  now: Date,
): Promise<Factor | 'recovery-code' | undefined> {
  if (await useStep(db, factor, { code, now, of: 'encrypted' })) return 'authenticator';
  const used = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', factor.accountId)
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  return used.numDeletedRows > 0n ? 'recovery-code' : undefined;
}

/** Stores the use of a code. Of two uses at once, the second finds nothing to change. */
async function useStep(
  db: Db,
  { accountId, keys }: FactorOf,
  { code, now, of }: { code: string; now: Date; of: 'pending' | 'encrypted' },
): Promise<boolean> {
  const row = await db
    .selectFrom('authenticators')
    .select(of)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const stored = row?.[of];
  const secret = stored && decryptText(keys, accountId, stored);
  const step = secret ? findStep(secret, code, now) : undefined;
  if (!stored || step === undefined) return false;
  let used = db
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where(of, '=', stored);
  used =
    of === 'pending'
      ? used.set({ encrypted: stored, pending: null, since: sql<Date>`now()` })
      : used.where('last_step', '<', step);
  return (await used.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Replaces the recovery codes of an account, and returns them: only their hashes are stored. */
export async function renewRecoveryCodes(tx: Db, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        account_id: accountId,
        code_hash: hashToken(code.replaceAll('-', '')),
      })),
    )
    .execute();
  return codes;
}

/**
 * Removes the app of an account, with the recovery codes. Returns whether an app was in use, not
 * only being set up.
 */
export async function removeFactors(tx: Db, accountId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('authenticators')
    .where('account_id', '=', accountId)
    .returning('since')
    .executeTakeFirst();
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  return removed !== undefined && removed.since !== null;
}

/** Ends the sessions that were opened by the password alone, of those who need more. */
export async function endSessionsWithoutFactor(db: Db): Promise<void> {
  await sql`delete from sessions using accounts a
    where a.id = account_id and a.role <> 'broker' and not is_strong`.execute(db);
}
