import {
  type AccountRow,
  findAccount,
  lockAccount,
  readAccount,
  revokeAccess,
} from '#server/accounts/accounts.store.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { Origin } from '#server/auth/origin.ts';
import { endSessions } from '#server/auth/sessions.store.ts';
import type { ProviderConfig } from '#server/config/provider-config.ts';
import type { Db } from '#server/db/connect.ts';
import { insertPerson } from '#server/managed-accounts/add-person.ts';
import { changeRole } from '#server/managed-accounts/change-account.ts';
import { findPartnerById } from '#server/partners/partners.store.ts';

import { type ClaimedAccess, readAccess, readName, readVerifiedEmail } from './claims.rules.ts';
import {
  connectIdentity,
  findAccountOfIdentity,
  insertIdentity,
  lockSubject,
} from './identities.store.ts';
import type { Claims } from './provider.client.ts';

/** Why a person signed in by the provider has no access here. */
export type Rejection = 'unknown' | 'email-in-use' | 'deactivated' | 'no-role' | 'other-partner';

type Found =
  | { readonly account: AccountRow; readonly isLinked?: boolean; readonly rejection?: undefined }
  | { readonly rejection: Rejection; readonly account?: AccountRow; readonly isLinked?: undefined };

/**
 * Returns the account of a person signed in by the provider, with the role of their claims: the
 * connected one, else the one of their verified email or a new one where the settings allow it.
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

  const rejection = connected
    ? findRejection(config, access, { account, isConnected: true })
    : await connect(db, config, claims, { account, access, origin });
  if (rejection) {
    if (connected) await endSessions(db, account.id);
    // Of two first sign-ins at once, the second finds the identity that the first has connected.
    else if (await findAccountOfIdentity(db, config.issuer, claims.sub))
      return findOrAddAccount(db, config, claims, origin);
    return { rejection, account };
  }
  const role = access?.role ?? account.role;
  if (role !== account.role)
    await db.transaction().execute(async (tx) => changeRole(tx, account.id, role, origin));
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
 * Connects an account with a subject who has its email, and revokes access as a new password does.
 * Returns why it could not; undefined if it has. An account has one subject, a subject one account.
 */
async function connect(
  db: Db,
  config: ProviderConfig,
  claims: Claims,
  { account: { id, email }, access, origin }: Omit<NewPerson, 'email'> & { account: AccountRow },
): Promise<Rejection | undefined> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, id);
    // Meanwhile its owner may have taken its email back, or somebody deactivated it.
    const account = await findAccount(tx, email);
    if (account?.id !== id) return 'unknown';
    const rejection = findRejection(config, access, { account, isConnected: false });
    if (rejection) return rejection;
    const { issuer } = config;
    if (!(await connectIdentity(tx, { issuer, subject: claims.sub, account_id: id })))
      return 'email-in-use';
    await revokeAccess(tx, id);
    const details = { connectedWith: config.name };
    const subject = { type: 'account', id };
    await recordAction(tx, { ...origin, action: 'account-changed', subject, details });
    return undefined;
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
  if (!createsAccounts || email === undefined) return { rejection: 'unknown' };
  if (!access) return { rejection: 'no-role' };
  if (access.partnerId !== null && !(await findPartnerById(db, access.partnerId)))
    return { rejection: 'other-partner' };
  const person = { email, name: readName(claims, email), ...access };
  const account = await db.transaction().execute(async (tx) => {
    // Of two first sign-ins at once, the second waits, and finds the account.
    await lockSubject(tx, issuer, claims.sub);
    const added = await findAccountOfIdentity(tx, issuer, claims.sub);
    if (added) return added;
    const id = await insertPerson(tx, person, origin);
    await insertIdentity(tx, { issuer, subject: claims.sub, account_id: id });
    return readAccount(tx, id);
  });
  return { account };
}
