import { type Role, roles } from '#contract/endpoint.ts';
import { newIntegration, personName } from '#contract/portal/people/managed-accounts.ts';
import { emailRule } from '#contract/v1/rules/rules.ts';
import { type AccountRow, findAccount, lockManagers } from '#server/accounts/accounts.store.ts';
import { passwordLink, renewPasswordLink } from '#server/accounts/password-links.ts';
import { byCommand } from '#server/auth/origin.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { addIntegration } from '#server/managed-accounts/add-integration.ts';
import { invitePerson } from '#server/managed-accounts/add-person.ts';
import { setOperatorRight } from '#server/managed-accounts/change-account.ts';
import { countOtherManagers } from '#server/managed-accounts/managed-accounts.store.ts';
import { resetSecondFactor } from '#server/managed-accounts/restore-access.ts';
import { findPartner, insertPartner } from '#server/partners/partners.store.ts';

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

/**
 * Adds an integration of a partner who is known, where the portal makes the API keys.
 * @throws ExplainedError
 */
export async function addPartnerIntegration(
  db: Db,
  { name, role, partner }: NewAccount,
  { upstream }: Pick<Config, 'upstream'>,
): Promise<void> {
  if (upstream)
    throw new ExplainedError('With UPSTREAM_URL, the existing service makes the API keys.');
  const given = newIntegration.safeParse({ name, role });
  if (!given.success)
    throw new ExplainedError(given.error.issues.map((issue) => issue.message).join('\n'));
  const found = await findPartner(db, partner ?? '');
  if (!found) throw new ExplainedError('--partner: enter the name of a company that has accounts.');
  const added = { ...given.data, partnerId: found.id };
  await explained(async () => addIntegration(db, added, byCommand));
}

/** Returns a new single-use link for somebody who lost the first one, or the password. */
export async function renewLink(db: Db, email: string | undefined, publicUrl: string) {
  const account = await inUse(db, email);
  return passwordLink(publicUrl, await renewPasswordLink(db, account.id, byCommand));
}

/**
 * Gives a support account the operator’s right to manage accounts, or takes it back, unless no
 * other account has it that can sign in, by a password or the identity provider of `issuer`.
 */
export async function setManaging(
  db: Db,
  email: string | undefined,
  has: boolean,
  issuer?: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await inUse(tx, email);
    if (account.role !== 'support')
      throw new ExplainedError(
        `${email} is no support account. Partner admins manage their partner’s.`,
      );
    await lockManagers(tx, account.id);
    if (!has && (await countOtherManagers(tx, account.id, issuer))?.managers === 0)
      throw new ExplainedError(
        `${email} keeps the right: nobody else in support manages accounts. First give it to somebody else: npm run account -- manage --email <email>`,
      );
    await setOperatorRight(tx, account.id, has, byCommand);
  });
}

/** Removes the second factor of somebody whose phone is lost. */
export async function resetFactor(db: Db, email: string | undefined): Promise<void> {
  const { id } = await inUse(db, email);
  await explained(async () => resetSecondFactor(db, id, byCommand));
}

/** Does what the service does too, and explains its error to the person at the terminal. */
async function explained<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (failure) {
    throw failure instanceof ApiError ? new ExplainedError(failure.message) : failure;
  }
}

/** Returns the account with an email that is not deactivated. */
async function inUse(db: Db, email: string | undefined): Promise<AccountRow> {
  if (!email) throw new ExplainedError('--email is required.');
  const account = await findAccount(db, email);
  if (!account) throw new ExplainedError(`${email} has no account.`);
  if (account.disabled_at !== null) throw new ExplainedError(`${email} is disabled.`);
  return account;
}

function checked(given: NewAccount) {
  const email = emailRule(given.email ?? '');
  const role = roles.find((known) => known === given.role);
  const partner = given.partner?.trim() || null;
  const givenName = given.name?.trim() || undefined;
  const nameError = givenName && personName.safeParse(givenName).error?.issues[0]?.message;
  const errors = [
    email.error === undefined ? undefined : `--email: ${email.error}`,
    role === undefined ? `--role: use one of ${roles.join(', ')}.` : undefined,
    partnerError(role, partner),
    nameError && `--name: ${nameError}`,
  ].filter((error) => error !== undefined);
  if (email.error !== undefined || role === undefined || errors.length > 0)
    throw new ExplainedError(errors.join('\n'));
  return { email: email.value, role, partner, name: givenName ?? nameFrom(email.value) };
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
