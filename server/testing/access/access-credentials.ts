import type { Endpoint } from '#contract/endpoint.ts';
import { readAccount } from '#server/accounts/accounts.store.ts';
import { issueAccessToken } from '#server/auth/access-tokens.ts';
import type { Keys } from '#server/auth/encryption.ts';
import { createNamedKey, createOperatorKey, revokeOperatorKey } from '#server/auth/keys.store.ts';
import { byCommand } from '#server/auth/origin.ts';
import { replaceProfileKey } from '#server/auth/profile-keys.store.ts';
import { deriveSecrets } from '#server/auth/secrets.ts';
import { newApiKey, newToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { deactivateAccount } from '#server/managed-accounts/change-account.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { type TestApp, testSecrets } from '#server/testing/test-app.ts';

/** Headers that identify the caller, or pretend to. */
export type Credentials = Readonly<Record<string, string>>;

/**
 * Returns every kind of valid credentials of a person for an endpoint. For endpoints without
 * authentication, this shows that credentials do no harm.
 */
export async function liveCredentials(
  service: TestApp,
  { auth }: Endpoint,
  person: Person,
): Promise<Credentials[]> {
  if (auth === 'session') return [person.session];
  if (auth === 'none') return [{}, person.bearer, person.session];
  const named = await makeNamedKey(service.database.db, person);
  if (!(await readAccount(service.database.db, person.accountId)).email) return [bearer(named)];
  return [person.bearer, bearer(named), bearer(await issueToken(service, person))];
}

/** Makes an integration of a person: all that is left is what named keys allow. */
export async function becomeIntegration(db: Db, { accountId }: Person): Promise<void> {
  for (const table of ['sessions', 'keys'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute();
  await db
    .updateTable('accounts')
    .set({ email: null, password_hash: null })
    .where('id', '=', accountId)
    .execute();
}

/** Returns a signed-in person’s access token, requested as the portal does. */
export async function issueToken(service: TestApp, person: Person): Promise<string> {
  const response = await service.as(person).post('/portal/access-token');
  return response.json<{ accessToken: string }>().accessToken;
}

/** Invalid credentials by name, for each kind of authentication. */
export type DeadCredentials = Record<Endpoint['auth'], Record<string, Credentials>>;

/** Returns all kinds of credentials that look valid but are not, by name. */
export async function deadCredentials(service: TestApp): Promise<DeadCredentials> {
  const { db } = service.database;
  const leaver = await makePerson(db, 'broker');
  const leaversToken = await issueToken(service, leaver);
  await service.as(leaver).delete('/portal/session');
  const disabled = await makePerson(db, 'broker');
  const disabledsKey = bearer(await makeNamedKey(db, disabled));
  const disabledsToken = await issueToken(service, disabled);
  await db
    .updateTable('accounts')
    .set({ disabled_at: new Date() })
    .where('id', '=', disabled.accountId)
    .execute();
  const expired = await makePerson(db, 'broker');
  const expiredsToken = await issueToken(service, expired);
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('account_id', '=', expired.accountId)
    .execute();
  const alive = await makePerson(db, 'broker');
  const expiredKey = bearer(await makeNamedKey(db, alive, { expires_at: new Date() }));
  const program = await makePerson(db, 'broker');
  const deactivated = await makePerson(db, 'broker');
  for (const integration of [program, deactivated]) await becomeIntegration(db, integration);
  const deactivatedsKey = bearer(await makeNamedKey(db, deactivated));
  await deactivateAccount(db, deactivated.accountId, byCommand);
  const replaced = await makePerson(db, 'broker');
  await replaceProfileKey(db, testSecrets.apiKeys, replaced.accountId);
  const operatorKey = await makeOperatorKey(db);
  const revokedKey = await makeOperatorKey(db, 'Left');
  await revokeOperatorKey(db, 'Left');

  return {
    none: {},
    operator: {
      none: {},
      'another scheme': { authorization: `Basic ${operatorKey}` },
      'no token': { authorization: 'Bearer' },
      garbage: bearer('nonsense'),
      'a revoked key of the operator': bearer(revokedKey),
      'an expired key of the operator': bearer(await makeExpiredOperatorKey(db)),
      'an API key': alive.bearer,
      'the API key of support': (await makePerson(db, 'support')).bearer,
      'an access token': bearer(await issueToken(service, alive)),
      'the session cookie': alive.session,
    },
    bearer: {
      none: {},
      'a key of the operator': bearer(operatorKey),
      'another scheme': { authorization: `Basic ${alive.apiKey}` },
      'no token': { authorization: 'Bearer' },
      garbage: bearer('nonsense'),
      'an API key that never was': bearer(newApiKey()),
      'a replaced API key': replaced.bearer,
      'the API key of a disabled account': disabled.bearer,
      'a named key of a disabled account': disabledsKey,
      'an expired named key': expiredKey,
      'the key of a deactivated integration': deactivatedsKey,
      'the access token of a disabled account': bearer(disabledsToken),
      'the access token of a session that was signed out': bearer(leaversToken),
      'the access token of a session that has expired': bearer(expiredsToken),
      'the session cookie': alive.session,
      ...(await badAccessTokens(service, alive)),
    },
    session: {
      none: {},
      garbage: { cookie: 'portal-session=nonsense' },
      'a session that never was': { cookie: `portal-session=${newToken()}` },
      'a session that was signed out': leaver.session,
      'a session that has expired': expired.session,
      'the session of a disabled account': disabled.session,
      'an API key': alive.bearer,
      'the key of an integration': bearer(await makeNamedKey(db, program)),
      'an access token': bearer(await issueToken(service, alive)),
      'a key of the operator': bearer(operatorKey),
    },
  };
}

/** Makes a named key of a person and returns it. */
export async function makeNamedKey(
  db: Db,
  { accountId }: Person,
  limits: { is_read_only?: boolean; expires_at?: Date } = {},
): Promise<string> {
  const key = { name: 'CRM', is_read_only: false, expires_at: null, ...limits };
  return (await createNamedKey(db, { account_id: accountId, ...key })).apiKey;
}

async function makeExpiredOperatorKey(db: Db): Promise<string> {
  const key = await makeOperatorKey(db, 'Expired');
  const expired = { expires_at: new Date() };
  await db.updateTable('keys').set(expired).where('name', '=', 'Expired').execute();
  return key;
}

/** Makes a key of the operator, for one partner or for all, and returns it. */
export async function makeOperatorKey(
  db: Db,
  name = `Key ${newId()}`,
  partnerId?: string,
): Promise<string> {
  return (await createOperatorKey(db, name, { partnerId })) ?? '';
}

/** Returns invalid access tokens; some name an active session. */
async function badAccessTokens(
  service: TestApp,
  person: Person,
): Promise<Record<string, Credentials>> {
  const token = await issueToken(service, person);
  const [sessionId = '', expiry = ''] = token.split('.');
  const otherSecrets = deriveSecrets('the portal secret of somebody else entirely');
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const issue = (keys: Keys, id: string, now = new Date()) =>
    bearer(issueAccessToken(keys, id, now).accessToken);
  return {
    'an access token signed with another secret': issue(otherSecrets.accessTokens, sessionId),
    'an access token past its time': issue(testSecrets.accessTokens, sessionId, anHourAgo),
    'an access token of no session': issue(testSecrets.accessTokens, newId()),
    'an access token without its signature': bearer(`${sessionId}.${expiry}.`),
    'an access token whose time was changed': bearer(token.replace(expiry, `${expiry}z`)),
  };
}

/** Returns the header of a bearer token. */
export function bearer(token: string): Credentials {
  return { authorization: `Bearer ${token}` };
}
