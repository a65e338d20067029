import { beforeEach, describe, expect, test } from 'vitest';

import { type NamedKey, namedKeyLimits } from '#contract/portal/api-keys.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { makePerson, type Person, testPassword } from '#server/testing/people.ts';

describe('named API keys', () => {
  const { service, admin } = withPeople();
  let person: Person;
  beforeEach(async () => {
    person = await makePerson(service.database.db, 'broker', admin.partnerId);
    await service.as(person).post('/portal/password-confirmation', { password: testPassword });
  });

  const create = async (name: string, more: object = {}) => {
    const key = { name, isReadOnly: false, days: null, ...more };
    return (await service.as(person).post('/portal/api-keys', key)).json<{
      id: string;
      apiKey: string;
    }>();
  };
  const ask = async (
    apiKey: string,
    method: 'GET' | 'POST' | 'PATCH' = 'GET',
    from = '192.0.2.1',
  ) =>
    service.call(method, '/api/v1/lead', {
      headers: { authorization: `Bearer ${apiKey}` },
      remoteAddress: from,
      ...(method !== 'GET' && { payload: {} }),
    });
  const status = async (apiKey: string) => (await ask(apiKey)).statusCode;
  const listed = async () => (await service.as(person).get('/portal/api-keys')).json<NamedKey[]>();
  const listActions = async () => {
    const { entries } = (
      await service.as(admin).get(`/portal/audit?person=${person.accountId}`)
    ).json<{ entries: { act: string; address: string | null }[] }>();
    return entries.map(({ act, address }) => `${act} ${address}`);
  };

  test('are made with a confirmed password, shown once, and work beside the first one', async () => {
    const stranger = await makePerson(service.database.db, 'broker');
    const key = { name: 'CRM', isReadOnly: false, days: null };
    const unconfirmed = await service.as(stranger).post('/portal/api-keys', key);
    expect(unconfirmed.json()).toMatchObject({ code: 'password-confirmation-required' });
    const { apiKey } = await create('CRM', { days: 30 });
    expect(apiKey).toMatch(/^ppk_[\w-]{43}$/);
    expect([await status(apiKey), await status(person.apiKey)]).toEqual([200, 200]);
    const [first] = await listed();
    expect(first).toMatchObject({
      name: 'CRM',
      masked: `ppk_…${apiKey.slice(-4)}`,
      isReadOnly: false,
    });
    const days = (Date.parse(first?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    expect(JSON.stringify(await listed())).not.toContain(apiKey);
  });

  test('a read-only key reads, and changes nothing', async () => {
    const { apiKey } = await create('Reports', { isReadOnly: true });
    expect(await status(apiKey)).toBe(200);
    for (const { method, path } of Object.values(v1)) {
      const url = path.replace(':id', 'a'.repeat(24));
      const headers = { authorization: `Bearer ${apiKey}` };
      const response = await service.call(method, url, { headers });
      const isRead = method === 'GET';
      expect(response.statusCode === 403, `${method} ${path}`).toBe(!isRead);
    }
  });

  test('a replaced key works on for the overlap; a revoked one stops at once', async () => {
    const { id, apiKey } = await create('Sync');
    const replace = async (of: string, overlapHours: number) =>
      service.as(person).post(`/portal/api-keys/${of}/replace`, { overlapHours });
    const next = (await replace(id, 24)).json<{ id: string; apiKey: string }>();
    expect([await status(apiKey), await status(next.apiKey)]).toEqual([200, 200]);
    const [, old] = await listed();
    expect((Date.parse(old?.expiresAt ?? '') - Date.now()) / 3_600_000).toBeCloseTo(24, 2);
    const last = (await replace(next.id, 0)).json<{ id: string; apiKey: string }>();
    expect([await status(next.apiKey), await status(last.apiKey)]).toEqual([401, 200]);
    expect((await replace(last.id, namedKeyLimits.overlapHours + 1)).statusCode).toBe(400);
    await service.as(person).delete(`/portal/api-keys/${last.id}`);
    expect(await status(last.apiKey)).toBe(401);
    expect(await listActions()).toEqual(
      expect.arrayContaining(['key-revoked 127.0.0.1', 'key-replaced 127.0.0.1']),
    );
  });

  test('that were replaced work on for at most twenty others, however often one is', async () => {
    const { keys, withReplaced } = namedKeyLimits;
    const made: string[] = [];
    for (let at = 0; at < keys; at += 1) made.push((await create(`Key ${at}`)).id);
    const replace = async (id: string, overlapHours: number) =>
      service.as(person).post(`/portal/api-keys/${id}/replace`, { overlapHours });
    const [first = ''] = made;
    const responses = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => replace(made[at] ?? first, 24)),
    );
    const rejected = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(rejected).toHaveLength(10);
    expect(rejected[0]?.json()).toMatchObject({
      fields: { overlapHours: expect.stringContaining('40 keys that work') },
    });
    expect(await listed()).toHaveLength(withReplaced);
    expect((await replace(first, 0)).statusCode).toBe(200);
    expect(await listed()).toHaveLength(withReplaced);
  });

  test('the first use from each address is in the audit trail', async () => {
    const { apiKey } = await create('Nightly');
    await ask(apiKey);
    await ask(apiKey);
    await ask(apiKey, 'GET', '198.51.100.7');
    await expect
      .poll(async () =>
        (await listActions()).filter((action) => action.startsWith('key-new-address')),
      )
      .toEqual(
        expect.arrayContaining(['key-new-address 192.0.2.1', 'key-new-address 198.51.100.7']),
      );
    expect(
      (await listActions()).filter((action) => action.startsWith('key-new-address')),
    ).toHaveLength(2);
    const [{ lastUsedAt, lastAddress } = { lastUsedAt: null, lastAddress: '' }] = await listed();
    expect(lastUsedAt).not.toBeNull();
    expect(['192.0.2.1', '198.51.100.7']).toContain(lastAddress);
  });

  test('an account that is disabled loses them, and the one of the profile page, for good', async () => {
    const { apiKey } = await create('CRM');
    const set = async (disabled_at: Date | null) =>
      service.database.db
        .updateTable('accounts')
        .set({ disabled_at })
        .where('id', '=', person.accountId)
        .execute();
    await set(new Date());
    await set(null);
    expect([await status(apiKey), await status(person.apiKey)]).toEqual([401, 401]);
  });
});
