import { sql } from 'kysely';

import {
  type AccountRow,
  findAccount,
  lockActiveAccount,
  readAccount,
  revokeAccess,
} from '#server/accounts/accounts.store.ts';
import { type Origin, recordAct } from '#server/audit/audit.store.ts';
import { endSessions } from '#server/auth/sessions.store.ts';
import type { ProviderConfig } from '#server/config/provider-config.ts';
import type { Db } from '#server/db/connect.ts';
import { insertPerson, changeRole } from '#server/managed-accounts/managed-accounts.store.ts';
import { findPartnerById } from '#server/partners/partners.store.ts';

import { type ClaimedAccess, readAccess, readName, readVerifiedEmail } from './claims.rules.ts';
import type { Claims } from './provider.client.ts';

/** Why somebody whom the provider has signed in has no access here. */
export type Rejection = 'unknown' | 'email-in-use' | 'deactivated' | 'no-role' | 'other-partner';

type Found =
  | { readonly account: AccountRow; readonly isLinked?: boolean; readonly rejection?: undefined }
  | {
      readonly rejection: Rejection;
      readonly account: AccountRow | undefined;
      readonly isLinked?: undefined;
    };

/** Returns the account of a subject of the provider. */
export async function findAccountOfIdentity(db: Db, issuer: string, subject: string) {
  return db
    .selectFrom('accounts')
    .innerJoin('identities', 'account_id', 'accounts.id')
    .selectAll('accounts')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/**
 * Returns the account of somebody whom the provider has signed in, with the role of their claims:
 * the one that is connected, else the one of their verified email or a new one where the settings
 * allow it.
 */
export async function findOrAddAccount(
  db: Db,
  config: ProviderConfig,
  claims: Claims,
  origin: Origin,
): Promise<Found> {
  const access = readAccess(config, claims);
  const email = readVerifiedEmail(claims);
  // In this order: an account that a simultaneous first sign-in has added is found as connected.
  const ofEmail = email === undefined ? undefined : await findAccount(db, email);
  const connected = await findAccountOfIdentity(db, config.issuer, claims.sub);
  const account = connected ?? ofEmail;
  if (!account) return addAccountOfIdentity(db, config, claims, { email, access, origin });

  const rejection = findRejection(config, access, { account, isConnected: Boolean(connected) });
  if (rejection) {
    if (connected) await endSessions(db, account.id);
    return { rejection, account };
  }
  if (!connected && !(await connect(db, config, { claims, account, origin })))
    // Of two first sign-ins at once, the second finds what the first has connected.
    return (await findAccountOfIdentity(db, config.issuer, claims.sub))
      ? findOrAddAccount(db, config, claims, origin)
      : { rejection: 'email-in-use', account };
  if (access && access.role !== account.role) await changeRole(db, account.id, access.role, origin);
  return { account: await readAccount(db, account.id), isLinked: !connected };
}

/** Returns why an account is closed to somebody with this access; undefined if it isn’t. */
function findRejection(
  { linksByEmail, roles }: ProviderConfig,
  access: ClaimedAccess | undefined,
  { account, isConnected }: { account: AccountRow; isConnected: boolean },
): Rejection | undefined {
  if (account.disabled_at !== null) return 'deactivated';
  if (!isConnected && !linksByEmail) return 'email-in-use';
  if (roles.length === 0) return undefined;
  if (access === undefined) return 'no-role';
  return access.partnerId === account.partner_id ? undefined : 'other-partner';
}

/**
 * Connects an account with a subject, and ends what was open, as a new password does. Returns
 * whether neither was connected before.
 * @throws ApiError 403 when the account has just been deactivated
 */
async function connect(
  db: Db,
  { issuer, name }: ProviderConfig,
  { claims, account, origin }: { claims: Claims; account: AccountRow; origin: Origin },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockActiveAccount(tx, account.id);
    const { numInsertedOrUpdatedRows: isNew } = await tx
      .insertInto('identities')
      .values({ issuer, subject: claims.sub, account_id: account.id })
      .onConflict((taken) => taken.doNothing())
      .executeTakeFirst();
    if (!isNew) return false;
    await revokeAccess(tx, account.id);
    const subject = { type: 'account', id: account.id };
    const details = { connectedWith: name };
    await recordAct(tx, { ...origin, act: 'account-changed', subject, details });
    return true;
  });
}

interface NewPerson {
  readonly email: string | undefined;
  readonly access: ClaimedAccess | undefined;
  readonly origin: Origin;
}

async function addAccountOfIdentity(
  db: Db,
  { issuer, createsAccounts }: ProviderConfig,
  claims: Claims,
  { email, access, origin }: NewPerson,
): Promise<Found> {
  if (!createsAccounts || email === undefined) return { rejection: 'unknown', account: undefined };
  if (!access) return { rejection: 'no-role', account: undefined };
  if (access.partnerId !== null && !(await findPartnerById(db, access.partnerId)))
    return { rejection: 'other-partner', account: undefined };
  const person = { email, name: readName(claims, email), ...access };
  const account = await db.transaction().execute(async (tx) => {
    // Of two first sign-ins at once, the second waits, and finds the account.
    await sql`select pg_advisory_xact_lock(hashtext(${`${issuer} ${claims.sub}`}))`.execute(tx);
    const added = await findAccountOfIdentity(tx, issuer, claims.sub);
    if (added) return added;
    const id = await insertPerson(tx, person, origin);
    await tx
      .insertInto('identities')
      .values({ issuer, subject: claims.sub, account_id: id })
      .execute();
    return readAccount(tx, id);
  });
  return { account };
}
