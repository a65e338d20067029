import { afterAll, describe, expect, test } from 'vitest';

import { byCommand } from '#server/auth/origin.ts';
import { endSessions } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { deactivateAccount } from '#server/managed-accounts/change-account.ts';
import { started, withService } from '#server/testing/access/with-people.ts';
import { lockTable, sendTogether } from '#server/testing/database/simultaneous.ts';
import { json, startFakeService } from '#server/testing/fake-service.ts';
import {
  confirmPassword,
  type ContactPerson,
  makePerson,
  type Person,
} from '#server/testing/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';

/** Makes somebody who has confirmed their password, and has no key on the profile page. */
async function newcomer(
  { db }: { db: Db },
  role: 'broker' | 'partner-admin' = 'broker',
  partnerId?: string,
): Promise<ContactPerson> {
  const person = await makePerson(db, role, partnerId);
  await db.deleteFrom('keys').where('account_id', '=', person.accountId).execute();
  await confirmPassword(db, person);
  return person;
}
const together = async <T>({ database }: TestApp, requests: readonly (() => Promise<T>)[]) =>
  sendTogether(database.pool, lockTable('keys'), requests);
const reveal = async (service: TestApp, person: Person) =>
  (await service.as(person).post('/portal/api-key/reveal')).json();

describe('where the portal makes the keys', () => {
  const service = withService();

  test('the first requests for a profile at once make one key', async () => {
    const person = await newcomer(service.database);
    const read = async () => service.as(person).get('/portal/profile');
    // Not the table, in which the hourly job deletes.
    const lock = `select from accounts where id = '${person.accountId}' for update`;
    const responses = await sendTogether(service.database.pool, lock, [read, read, read]);
    const { apiKey } = await reveal(service, person);
    const masked = `ppk_…${apiKey.slice(-4)}`;
    expect(responses.map((response) => response.json().apiKey.masked)).toEqual([
      masked,
      masked,
      masked,
    ]);
  });
});

describe('where keys of an existing service are entered', () => {
  const existing = started(async () => startFakeService(json([])));
  const service = withService('PostgreSQL', () => ({ env: { UPSTREAM_URL: existing.url } }));
  const enter = (person: Person, apiKey: string) => async () =>
    service.as(person).put('/portal/api-key', { apiKey });
  afterAll(() => existing.close());

  test('of two people who enter one key at once, one has it', async () => {
    const people = [await newcomer(service.database), await newcomer(service.database)];
    const requests = people.map((person) => enter(person, 'shared-key'));
    const statuses = (await together(service, requests)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    const revealed = await Promise.all(people.map(async (person) => reveal(service, person)));
    const expected = statuses.map((status) =>
      status === 200 ? { apiKey: 'shared-key' } : { code: 'no-api-key' },
    );
    expect(revealed).toMatchObject(expected);
  });

  test('of two keys that one person enters at once, the later one stays', async () => {
    const person = await newcomer(service.database);
    const requests = [enter(person, 'first-key'), enter(person, 'second-key')];
    const responses = await together(service, requests);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await reveal(service, person)).toEqual({ apiKey: 'second-key' });
  });

  /** Enters a key, and ends something while the existing service checks it. Returns the code. */
  async function enterWhile(end: () => Promise<unknown>, request: ReturnType<typeof enter>) {
    existing.respondWith((checked, response) => {
      void end().then(() => json([])(checked, response));
    });
    const rejected = await request();
    existing.respondWith(json([]));
    expect(rejected.statusCode).toBe(403);
    return rejected.json().code;
  }
  async function expectNoKey({ accountId }: Person) {
    const { db } = service.database;
    const stored = db.selectFrom('keys').where('account_id', '=', accountId);
    expect(await stored.selectAll().execute()).toEqual([]);
    const recorded = db.selectFrom('audit_entries').where('subject_id', '=', accountId);
    expect(await recorded.where('kind', '=', 'key-entered').selectAll().execute()).toEqual([]);
  }

  test('no key is stored of somebody who was signed out everywhere while it was checked', async () => {
    const person = await newcomer(service.database);
    const signOut = async () => endSessions(service.database.db, person.accountId);
    const ended = await enterWhile(signOut, enter(person, `key-of-${person.accountId}`));
    expect(ended).toBe('password-confirmation-required');
    await expectNoKey(person);
  });

  test('no key is stored for somebody who was deactivated while it was checked', async () => {
    const { db } = service.database;
    const admin = await newcomer(service.database, 'partner-admin');
    const person = await newcomer(service.database, 'broker', admin.partnerId);
    const deactivate = async () =>
      db.transaction().execute(async (tx) => deactivateAccount(tx, person.accountId, byCommand));
    const url = `/portal/people/${person.contactId}/api-key`;
    const apiKey = `key-for-${person.accountId}`;
    const request = async () => service.as(admin).put(url, { apiKey });
    expect(await enterWhile(deactivate, request)).toBe('no-access');
    await expectNoKey(person);
  });
});
