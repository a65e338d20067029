import { afterAll, describe, expect, test } from 'vitest';

import { byCommand } from '#server/audit/audit.store.ts';
import { confirmSession, endSessions, listSessions } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { deactivateAccount } from '#server/managed-accounts/managed-accounts.store.ts';
import { started, withService } from '#server/testing/access/with-people.ts';
import { holdTable, sendTogether } from '#server/testing/database/simultaneous.ts';
import { json, startFakeService } from '#server/testing/fake-service.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';

/** Makes somebody who has confirmed their password, and has no key on the profile page. */
async function newcomer({ db }: { db: Db }): Promise<Person> {
  const person = await makePerson(db, 'broker');
  await db.deleteFrom('api_keys').where('account_id', '=', person.accountId).execute();
  for (const { id } of await listSessions(db, person.accountId)) await confirmSession(db, id);
  return person;
}
const together = async <T>({ database }: TestApp, requests: readonly (() => Promise<T>)[]) =>
  sendTogether(database.pool, holdTable('api_keys'), requests);
const reveal = async (service: TestApp, person: Person) =>
  (await service.as(person).post('/portal/api-key/reveal')).json();

describe('where the portal makes the keys', () => {
  const service = withService();

  test('the first requests for a profile at once make one key', async () => {
    const person = await newcomer(service.database);
    const read = async () => service.as(person).get('/portal/profile');
    const responses = await together(service, [read, read, read]);
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

  test.each([
    ['deactivated', async (db: Db, id: string) => deactivateAccount(db, id, byCommand)],
    ['signed out everywhere', async (db: Db, id: string) => endSessions(db, id)],
  ])('no key is stored of somebody who was %s while it was checked', async (_what, end) => {
    const { db } = service.database;
    const person = await newcomer(service.database);
    existing.respondWith((request, response) => {
      void end(db, person.accountId).then(() => json([])(request, response));
    });
    const rejected = await enter(person, `key-of-${person.accountId}`)();
    existing.respondWith(json([]));
    expect(rejected.statusCode).toBe(403);
    const stored = db.selectFrom('api_keys').where('account_id', '=', person.accountId);
    expect(await stored.selectAll().execute()).toEqual([]);
    const recorded = db.selectFrom('audit_entries').where('actor_id', '=', person.accountId);
    expect(await recorded.where('kind', '=', 'key-entered').selectAll().execute()).toEqual([]);
  });
});
