import { type Role, roles } from '#contract/endpoint.ts';
import { enteredKey } from '#contract/portal/entered-keys.ts';
import { emailRule } from '#contract/v1/rules/rules.ts';
import { type AccountRow, findAccount } from '#server/accounts/accounts.store.ts';
import { passwordLink, renewPasswordLink } from '#server/accounts/password-links.store.ts';
import { enterApiKey, type KeyDeps } from '#server/api-keys/enter-api-key.ts';
import { byCommand } from '#server/audit/audit.store.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';
import {
  activateAccount,
  deactivateAccount,
  invitePerson,
  setOperatorRight,
  unlock,
} from '#server/managed-accounts/managed-accounts.store.ts';
import { findPartner, insertPartner } from '#server/partners/partners.store.ts';

import { UsageError } from './run-command.ts';

/** The options of `add`. */
export interface NewAccount {
  readonly email?: string | undefined;
  readonly role?: string | undefined;
  readonly partner?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Creates an account, with its partner and contact where they are new. Returns the link by which
 * the owner sets a password.
 */
export async function addAccount(db: Db, given: NewAccount, publicUrl: string): Promise<string> {
  const { partner, ...person } = checked(given);
  const partnerId =
    partner === null
      ? null
      : ((await findPartner(db, partner))?.id ?? (await addPartner(db, partner)));
  const token = await explained(async () => invitePerson(db, { ...person, partnerId }, byCommand));
  return passwordLink(publicUrl, token);
}

/** Returns a new single-use link for somebody who lost the first one, or the password. */
export async function renewLink(
  db: Db,
  email: string | undefined,
  publicUrl: string,
): Promise<string> {
  const account = await inUse(db, email);
  return passwordLink(publicUrl, await renewPasswordLink(db, account.id, byCommand));
}

/** Deactivates an account at once. */
export async function disableAccount(db: Db, email: string | undefined): Promise<void> {
  await deactivateAccount(db, (await existing(db, email)).id, byCommand);
}

/** Activates a deactivated account again. */
export async function enableAccount(db: Db, email: string | undefined): Promise<void> {
  await activateAccount(db, (await existing(db, email)).id, byCommand);
}

/** Gives a support account the operator’s right to manage accounts, or takes it back. */
export async function setManaging(db: Db, email: string | undefined, has: boolean): Promise<void> {
  const account = await inUse(db, email);
  if (account.role !== 'support')
    throw new UsageError(`${email} is no support account. Partner admins manage their partner’s.`);
  await setOperatorRight(db, account.id, has, byCommand);
}

/** Deletes the failed attempts at an account, so that its owner can sign in at once. */
export async function unlockAccount(db: Db, email: string | undefined): Promise<void> {
  const account = await inUse(db, email);
  await unlock(db, account.id, byCommand);
}

/**
 * Stores an account’s API key for the upstream service, after that service has accepted the key.
 * @throws UsageError with what is wrong with the key, or why the key could not be tried
 */
export async function enterKey(
  deps: KeyDeps,
  email: string | undefined,
  given: string,
): Promise<void> {
  const account = await inUse(deps.db, email);
  const { data, error } = enteredKey.safeParse({ apiKey: given });
  if (!data) throw new UsageError(error.issues.map(({ message }) => message).join('\n'));
  await explained(async () => enterApiKey(deps, account.id, data.apiKey));
}

/** Does what the service does too, and explains its error to the person at the terminal. */
async function explained<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (failure) {
    throw failure instanceof ApiError ? new UsageError(failure.message) : failure;
  }
}

/**
 * Returns one line per account: email, role, partner, whether the account is active, and whether an
 * API key is stored.
 */
export async function listAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('partners', 'partners.id', 'accounts.partner_id')
    .leftJoin('api_keys', 'api_keys.account_id', 'accounts.id')
    .select(['email', 'role', 'partners.name as partner', 'password_hash', 'disabled_at'])
    .select(['api_keys.account_id as keyOf', 'rejected_at'])
    .orderBy('email')
    .execute();
  return rows.map((row) => {
    const waiting = row.password_hash === null ? 'no password yet' : 'active';
    const state = row.disabled_at ? 'disabled' : waiting;
    const key = row.rejected_at === null ? 'API key' : 'API key rejected';
    return [row.email, row.role, row.partner ?? '–', state, row.keyOf ? key : 'no API key'].join(
      '\t',
    );
  });
}

async function existing(db: Db, email: string | undefined): Promise<AccountRow> {
  if (!email) throw new UsageError('--email is required.');
  const account = await findAccount(db, email);
  if (!account) throw new UsageError(`${email} has no account.`);
  return account;
}

async function inUse(db: Db, email: string | undefined): Promise<AccountRow> {
  const account = await existing(db, email);
  if (account.disabled_at !== null) throw new UsageError(`${email} is disabled.`);
  return account;
}

function checked(given: NewAccount) {
  const email = emailRule(given.email ?? '');
  const role = roles.find((known) => known === given.role);
  const partner = given.partner?.trim() || null;
  const errors = [
    email.error === undefined ? undefined : `--email: ${email.error}`,
    role === undefined ? `--role: use one of ${roles.join(', ')}.` : undefined,
    partnerError(role, partner),
  ].filter((error) => error !== undefined);
  if (email.error !== undefined || role === undefined || errors.length > 0)
    throw new UsageError(errors.join('\n'));
  const name = given.name?.trim() || nameFrom(email.value);
  return { email: email.value, role, partner, name };
}

function partnerError(role: Role | undefined, partner: string | null): string | undefined {
  if (role === 'support')
    return partner === null
      ? undefined
      : '--partner: support accounts have no partner. Leave it out.';
  return partner === null ? '--partner: enter the name of the company.' : undefined;
}

/** Derives a name: `ana.peak@summit.test` becomes Ana Peak, unless `--name` says otherwise. */
function nameFrom(email: string): string {
  const [local = ''] = email.split('@');
  const words = local.split(/[^\p{L}]+/u).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email;
}

async function addPartner(tx: Db, name: string): Promise<string> {
  const id = newId();
  await insertPartner(tx, { id, name });
  return id;
}
