import { argon2Sync, randomBytes } from 'node:crypto';

import type { Role } from '#contract/endpoint.ts';
import { insertAccount } from '#server/accounts/accounts.store.ts';
import { decryptText } from '#server/auth/encryption.ts';
import { ensureProfileKey } from '#server/auth/profile-keys.store.ts';
import { confirmSession, listSessions, openSession } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { insertContact, insertPartner } from '#server/partners/partners.store.ts';

import { testSecrets } from './test-app.ts';

/** The password of everybody made here. */
export const testPassword = 'correct horse battery';
const passwordHash = hashCheaply(testPassword);

/** A person with an account, an API key and an open session. */
export interface Person {
  readonly accountId: string;
  readonly contactId: string | null;
  readonly partnerId: string | null;
  readonly email: string;
  readonly apiKey: string;
  /** Headers of a program’s request: `Authorization: Bearer <API key>`. */
  readonly bearer: { authorization: string };
  /** Headers of the signed-in browser’s request: the session cookie. */
  readonly session: { cookie: string };
}

/** A person who is a contact of a partner. */
export interface ContactPerson extends Person {
  readonly contactId: string;
  readonly partnerId: string;
}

/** Makes a partner. */
export async function makePartner(
  db: Db,
  name = `Partner ${newId()}`,
): Promise<{ id: string; name: string }> {
  const partner = { id: newId(), name };
  await insertPartner(db, partner);
  return partner;
}

/** Makes a person of a partner (a new partner by default), or of support. */
export async function makePerson(
  db: Db,
  role: 'broker' | 'partner-admin',
  partnerId?: string,
): Promise<ContactPerson>;
export async function makePerson(db: Db, role: Role, partnerId?: string): Promise<Person>;
export async function makePerson(db: Db, role: Role, partnerId?: string): Promise<Person> {
  const accountId = newId();
  const email = `${accountId}@people.test`;
  const contactId = role === 'support' ? null : newId();
  const partner = role === 'support' ? null : (partnerId ?? (await makePartner(db)).id);
  if (contactId && partner)
    await insertContact(db, {
      id: contactId,
      partner_id: partner,
      first_name: 'Pat',
      last_name: 'Moss',
      email,
    });
  await insertAccount(db, {
    id: accountId,
    email,
    name: 'Pat Moss',
    role,
    partner_id: partner,
    contact_id: contactId,
    password_hash: passwordHash,
  });
  const { encrypted } = await ensureProfileKey(db, testSecrets.apiKeys, accountId);
  const token = await openSession(db, { id: accountId, password_hash: passwordHash });
  const apiKey = decryptText(testSecrets.apiKeys, accountId, encrypted) ?? '';
  return {
    accountId,
    contactId,
    partnerId: partner,
    email,
    apiKey,
    bearer: { authorization: `Bearer ${apiKey}` },
    session: { cookie: `portal-session=${token}` },
  };
}

/**
 * Returns the hash of a password in its stored form, with the lowest cost: a sign-in then takes
 * less than 1 ms instead of 45 ms, because a password is checked at the cost of its stored hash.
 */
function hashCheaply(password: string): string {
  const [memory, passes, nonce] = [8, 1, randomBytes(16)];
  const cost = { memory, passes, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { ...cost, message: password, nonce });
  return `argon2id$${memory}$${passes}$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

/** Disables an account in the database alone. */
export async function disableAccount(
  db: Db,
  { accountId }: Pick<Person, 'accountId'>,
): Promise<void> {
  const accounts = db.updateTable('accounts').set({ disabled_at: new Date() });
  await accounts.where('id', '=', accountId).execute();
}

/** Confirms the password of a person in each of their sessions, as if they had just entered it. */
export async function confirmPassword(db: Db, { accountId }: Person): Promise<void> {
  for (const { id } of await listSessions(db, accountId)) await confirmSession(db, id);
}
