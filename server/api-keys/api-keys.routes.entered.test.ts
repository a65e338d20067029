import { beforeEach, describe, expect, test } from 'vitest';

import { byCommand } from '#server/auth/origin.ts';
import { confirmSession } from '#server/auth/sessions.store.ts';
import { deactivateAccount } from '#server/managed-accounts/change-account.ts';
import { started, withService } from '#server/testing/access/with-people.ts';
import {
  type ContactPerson,
  makePerson,
  type Person,
  disableAccount,
} from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import { findUpstreamToken, markRejected } from '#server/upstream/keys/upstream-key.ts';

const { ada, bea, sol } = seeded;

describe('API keys of the lender’s system', () => {
  const standIn = started(async () => startStandIn());
  const service = withService('PostgreSQL', () => ({ env: { UPSTREAM_URL: standIn.url } }));
  beforeEach(async () => {
    await standIn.clearFailures();
    await service.database.db.deleteFrom('keys').execute();
  });

  /** Makes a person who has just confirmed their password and has no API key yet. */
  async function newcomer(
    role: 'broker' | 'partner-admin' = 'broker',
    partnerId?: string,
  ): Promise<ContactPerson> {
    const { db } = service.database;
    const person = await makePerson(db, role, partnerId);
    await db.deleteFrom('keys').where('account_id', '=', person.accountId).execute();
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', person.accountId)
      .executeTakeFirstOrThrow();
    await confirmSession(db, id);
    return person;
  }
  const enter = async ({ session }: Person, apiKey: unknown, url = '/portal/api-key') =>
    service.call('PUT', url, { headers: session, payload: { apiKey } });
  const profileOf = async ({ session }: Person) =>
    (await service.call('GET', '/portal/profile', { headers: session })).json();
  const reveal = async ({ session }: Person) =>
    service.call('POST', '/portal/api-key/reveal', { headers: session });

  test('at first no key is stored, and the portal creates none', async () => {
    const person = await newcomer();
    expect(await profileOf(person)).toMatchObject({ entersApiKey: true, apiKey: null });
    expect((await reveal(person)).statusCode).toBe(409);
    const response = await service.as(person).post('/portal/api-key/replace');
    expect(response.statusCode).toBe(409);
    expect(await profileOf(person)).toMatchObject({ apiKey: null });
  });

  test('an accepted key is stored, shown masked, and revealed on request', async () => {
    const person = await newcomer();
    expect((await enter(person, ` ${bea.token}\n`)).statusCode).toBe(200);
    expect(await profileOf(person)).toMatchObject({
      apiKey: { masked: `…${bea.token.slice(-4)}`, lastUsedAt: null, rejectedAt: null },
    });
    expect((await reveal(person)).json()).toEqual({ apiKey: bea.token });
  });

  test('the API accepts the key as its owner’s as soon as it is entered', async () => {
    const person = await newcomer();
    const call = async () =>
      service.call('GET', '/api/v1/lead', { headers: { authorization: `Bearer ${bea.token}` } });
    expect((await call()).statusCode).toBe(401);
    await enter(person, bea.token);
    expect((await call()).statusCode).toBe(200);
    await expect
      .poll(async () => (await profileOf(person)).apiKey.lastUsedAt)
      .toEqual(expect.any(String));
  });

  test('a key that the existing service rejects is not stored, and the earlier key stays', async () => {
    const person = await newcomer();
    await enter(person, bea.token);
    const response = await enter(person, 'somebody-made-this-up');
    const error = 'The lender’s system doesn’t accept this API key.';
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error, code: 'upstream-key-rejected', fields: { apiKey: error } },
    ]);
    expect((await reveal(person)).json()).toEqual({ apiKey: bea.token });
  });

  test.each([
    ['nothing', '', 'Enter an API key.'],
    ['no text', 7, 'Enter an API key.'],
    ['two words', 'Bearer x', 'only letters, digits and symbols'],
    ['a line break', 'x\ny', 'only letters, digits and symbols'],
    ['too much', 'x'.repeat(5_000), 'This is too long'],
  ])(
    '%s is not an API key, and no request is sent to the existing service',
    async (_name, apiKey, sentence) => {
      const person = await newcomer();
      await standIn.clearRequests();
      const response = await enter(person, apiKey);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        fields: { apiKey: expect.stringContaining(sentence) },
      });
      expect(await standIn.requests()).toEqual([]);
    },
  );

  test('entering a key needs a confirmed password, before any request to the existing service', async () => {
    const person = await makePerson(service.database.db, 'broker');
    await standIn.clearRequests();
    const response = await enter(person, bea.token);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({
      error: expect.stringContaining('Confirm your password'),
      code: 'password-confirmation-required',
    });
    expect(await standIn.requests()).toEqual([]);
  });

  test('a key that somebody else has entered cannot be entered again', async () => {
    const person = await newcomer();
    await enter(person, bea.token);
    const other = await newcomer();
    expect((await enter(other, bea.token)).statusCode).toBe(409);
    expect(await profileOf(other)).toMatchObject({ apiKey: null });
    expect((await enter(person, bea.token)).statusCode).toBe(200);
    await deactivateAccount(service.database.db, person.accountId, byCommand);
    expect((await enter(other, bea.token)).statusCode).toBe(200);
  });

  test('the profile shows since when a key is rejected, until it is accepted again or replaced', async () => {
    const { db } = service.database;
    const person = await newcomer();
    await enter(person, bea.token);
    const stored = { accountId: person.accountId, token: bea.token, isRejected: false };
    expect(await findUpstreamToken(db, testSecrets, person.accountId)).toEqual(stored);
    await markRejected(db, stored, true);
    const { rejectedAt } = (await profileOf(person)).apiKey;
    expect(rejectedAt).toEqual(expect.any(String));
    await markRejected(db, stored, true);
    expect((await profileOf(person)).apiKey.rejectedAt).toBe(rejectedAt);

    const rejected = { ...stored, isRejected: true };
    expect(await findUpstreamToken(db, testSecrets, person.accountId)).toEqual(rejected);
    await markRejected(db, rejected, false);
    expect(await profileOf(person)).toMatchObject({ apiKey: { rejectedAt: null } });

    await enter(person, sol.token);
    await markRejected(db, stored, true);
    expect(await profileOf(person)).toMatchObject({ apiKey: { rejectedAt: null } });
  });

  test('a key that the portal secret can no longer decrypt has to be entered again', async () => {
    const person = await newcomer();
    await enter(person, bea.token);
    await service.database.db
      .updateTable('keys')
      .set({ encrypted: Buffer.alloc(60) })
      .where('account_id', '=', person.accountId)
      .execute();
    expect(await profileOf(person)).toMatchObject({ apiKey: null });
    expect(
      await findUpstreamToken(service.database.db, testSecrets, person.accountId),
    ).toBeUndefined();
    expect((await enter(person, bea.token)).statusCode).toBe(200);
  });

  describe('for others', () => {
    test('an admin sees which people of the partner have a key, and no part of it', async () => {
      const admin = await newcomer('partner-admin');
      const colleague = await newcomer('broker', admin.partnerId);
      const stranger = await newcomer();
      await enter(colleague, bea.token);
      await enter(stranger, sol.token);
      const response = await service.as(admin).get('/portal/people');
      const people = response.json<{ id: string; apiKey: object | null }[]>();
      expect(new Map(people.map(({ id, apiKey }) => [id, apiKey]))).toEqual(
        new Map([
          [admin.contactId, null],
          [colleague.contactId, { createdAt: expect.any(String), rejectedAt: null }],
        ]),
      );
      expect(response.body).not.toContain(bea.token.slice(-4));
    });

    test('an admin enters keys for people of the partner only, after confirming the own password', async () => {
      const admin = await newcomer('partner-admin');
      const colleague = await newcomer('broker', admin.partnerId);
      const stranger = await newcomer();
      const enterFor = async (by: Person, { contactId }: Person, apiKey: string) =>
        (await enter(by, apiKey, `/portal/people/${contactId}/api-key`)).statusCode;
      expect(await enterFor(admin, stranger, bea.token)).toBe(403);
      expect(await enterFor(colleague, colleague, bea.token)).toBe(403);
      expect(await enterFor(admin, colleague, 'made-up')).toBe(400);
      expect(await enterFor(admin, colleague, bea.token)).toBe(200);
      expect((await reveal(colleague)).json()).toEqual({ apiKey: bea.token });

      const hasty = await makePerson(service.database.db, 'partner-admin', admin.partnerId);
      expect(await enterFor(hasty, colleague, ada.token)).toBe(403);
    });

    test('disabled accounts are not listed', async () => {
      const admin = await newcomer('partner-admin');
      const gone = await newcomer('broker', admin.partnerId);
      await disableAccount(service.database.db, gone);
      const response = await enter(admin, bea.token, `/portal/people/${gone.contactId}/api-key`);
      expect(response.statusCode).toBe(404);
      const people = await service.as(admin).get('/portal/people');
      expect(people.body).not.toContain(gone.contactId);
    });
  });
});
