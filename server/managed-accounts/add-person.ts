import type { Role } from '#contract/endpoint.ts';
import { takeEmail } from '#server/accounts/accounts.policy.ts';
import { toContactNames } from '#server/accounts/accounts.rules.ts';
import { insertAccount } from '#server/accounts/accounts.store.ts';
import { newPasswordLink } from '#server/accounts/password-links.store.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { Origin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { findContactsToJoin, insertContact } from '#server/partners/partners.store.ts';

/** A person who is invited; without a partner, to support. */
export interface InvitedPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly partnerId: string | null;
  readonly isManager?: boolean;
}

/**
 * Adds an account as {@link insertPerson}. Returns the token of the link by which the owner sets a
 * password. `before` is done in the same transaction.
 * @throws ApiError 409
 */
export async function invitePerson(
  db: Db,
  person: InvitedPerson,
  origin: Origin,
  before: (tx: Db) => Promise<void> = async () => {},
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await before(tx);
    return newPasswordLink(tx, await insertPerson(tx, person, origin));
  });
}

/**
 * Creates an account, with its contact where there is none to join. Returns its id.
 * @throws ApiError 409 when the email has an account, or several contacts have the email
 */
export async function insertPerson(tx: Db, person: InvitedPerson, origin: Origin): Promise<string> {
  const { email, name, role, partnerId, isManager = false } = person;
  const id = newId();
  const account = {
    id,
    email,
    name,
    role,
    partner_id: partnerId,
    contact_id: partnerId === null ? null : await joinContact(tx, { ...person, partnerId }),
    password_hash: null,
    manages_accounts: isManager,
  };
  await takeEmail(tx, account, async () => insertAccount(tx, account));
  await recordAction(tx, {
    ...origin,
    action: 'account-added',
    subject: { type: 'account', id },
    details: { role },
  });
  return id;
}

/** Returns the contact of a new account: one of the operator’s system, or a new one. */
async function joinContact(
  tx: Db,
  { partnerId, email, name }: InvitedPerson & { readonly partnerId: string },
): Promise<string> {
  const [created, another] = await findContactsToJoin(tx, partnerId, email);
  if (another) {
    const sentence = `Several contacts have the address ${email}. Change all but one.`;
    throw new ApiError('email-in-use', sentence, { fields: { email: sentence } });
  }
  if (created) return created.id;
  const id = newId();
  await insertContact(tx, { id, partner_id: partnerId, ...toContactNames(name), email });
  return id;
}
