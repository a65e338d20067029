import { sql } from 'kysely';

import { type Role, roles } from '#contract/endpoint.ts';
import { enteredKey } from '#contract/portal/entered-keys.ts';
import { emailRule } from '#contract/v1/rules/rules.ts';
import { type AccountRow, findAccount, insertAccount } from '#server/accounts/accounts.store.ts';
import { forgetFailures } from '#server/accounts/failed-attempts.store.ts';
import { newPasswordLink } from '#server/accounts/password-links.store.ts';
import { enterApiKey, type KeyDeps } from '#server/api-keys/enter-api-key.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';
import {
  findContactsToJoin,
  findPartner,
  insertContact,
  insertPartner,
} from '#server/partners/partners.store.ts';

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
  const { email, role, partner, name } = checked(given);
  return db.transaction().execute(async (tx) => {
    if (await findAccount(tx, email))
      throw new UsageError(
        `${email} already has an account. For a new link, run: account link --email ${email}`,
      );
    const accountId = newId();
    const contact = partner === null ? null : await addContact(tx, { partner, email, name });
    await insertAccount(tx, {
      id: accountId,
      email,
      name,
      role,
      partner_id: contact?.partnerId ?? null,
      contact_id: contact?.id ?? null,
      password_hash: null,
    });
    return linkFor(tx, accountId, publicUrl);
  });
}

/** Returns a new single-use link for somebody who lost the first one, or the password. */
export async function renewLink(
  db: Db,
  email: string | undefined,
  publicUrl: string,
): Promise<string> {
  const account = await inUse(db, email);
  return linkFor(db, account.id, publicUrl);
}

/**
 * Disables an account at once: its sessions, access tokens and API key stop working. An entered key
 * can then be entered for another account.
 */
export async function disableAccount(db: Db, email: string | undefined): Promise<void> {
  const account = await existing(db, email);
  await db
    .updateTable('accounts')
    .set({ disabled_at: sql<Date>`now()` })
    .where('id', '=', account.id)
    .execute();
  await db.deleteFrom('sessions').where('account_id', '=', account.id).execute();
  await db.deleteFrom('api_keys').where('account_id', '=', account.id).execute();
}

/** Deletes the failed attempts at an account, so that its owner can sign in at once. */
export async function unlockAccount(db: Db, email: string | undefined): Promise<void> {
  const account = await inUse(db, email);
  await forgetFailures(db, account.id);
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
  try {
    await enterApiKey(deps, account.id, data.apiKey);
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

/**
 * Returns the contact of the account: one that the operator’s system has created, or a new one.
 */
async function addContact(tx: Db, given: { partner: string; email: string; name: string }) {
  const [firstName = '', ...rest] = given.name.split(/\s+/);
  const partnerId =
    (await findPartner(tx, given.partner))?.id ?? (await addPartner(tx, given.partner));
  const [created, another] = await findContactsToJoin(tx, partnerId, given.email);
  if (another)
    throw new UsageError(
      `${given.partner} has several contacts with the address ${given.email}. Change all but one.`,
    );
  if (created) return { id: created.id, partnerId };
  const id = newId();
  await insertContact(tx, {
    id,
    partner_id: partnerId,
    first_name: firstName,
    last_name: rest.join(' '),
    email: given.email,
  });
  return { id, partnerId };
}

async function addPartner(tx: Db, name: string): Promise<string> {
  const id = newId();
  await insertPartner(tx, { id, name });
  return id;
}

/** Returns a link whose token follows the #, where no server, proxy or log sees it. */
async function linkFor(db: Db, accountId: string, publicUrl: string): Promise<string> {
  return `${publicUrl}/sign-in#set-password=${await newPasswordLink(db, accountId)}`;
}
