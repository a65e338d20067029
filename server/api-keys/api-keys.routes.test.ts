import { describe, expect, test } from 'vitest';

import { decryptText, encryptText } from '#server/auth/encryption.ts';
import { newApiKey } from '#server/auth/tokens.ts';
import { withService, started } from '#server/testing/access/with-people.ts';
import { makePerson, testPassword } from '#server/testing/people.ts';

describe('the API key', () => {
  const service = withService();
  const person = started(async () => makePerson(service.database.db, 'broker'));

  const post = async (url: string, payload?: object) => service.as(person).post(url, payload);
  const works = async (apiKey: string) => {
    const request = { headers: { authorization: `Bearer ${apiKey}` } };
    const probe = await service.call('GET', '/api/v1/lead', request);
    return probe.statusCode !== 401;
  };

  test('the profile shows the key masked', async () => {
    const response = await service.as(person).get('/portal/profile');
    expect(response.json()).toMatchObject({
      account: { email: person.email, role: 'broker' },
      apiKey: { masked: `ppk_…${person.apiKey.slice(-4)}` },
    });
    expect(response.body).not.toContain(person.apiKey);
  });

  test('showing and replacing the key need a confirmed password', async () => {
    for (const url of ['/portal/api-key/reveal', '/portal/api-key/replace']) {
      const response = await post(url);
      expect(response.statusCode).toBe(403);
      expect(response.json()).toEqual({
        error: expect.stringContaining('Confirm your password'),
        code: 'password-confirmation-required',
      });
    }
    const wrong = await post('/portal/password-confirmation', { password: 'something else' });
    expect(wrong.statusCode).toBe(400);
    expect((await post('/portal/api-key/reveal')).statusCode).toBe(403);
  });

  test('a confirmed password shows the key for five minutes; a replaced key stops working', async () => {
    const confirmed = await post('/portal/password-confirmation', { password: testPassword });
    expect(confirmed.statusCode).toBe(200);
    expect((await post('/portal/api-key/reveal')).json()).toEqual({ apiKey: person.apiKey });

    const { apiKey } = (await post('/portal/api-key/replace')).json<{ apiKey: string }>();
    expect(apiKey).toMatch(/^ppk_[\w-]{43}$/);
    expect([await works(person.apiKey), await works(apiKey)]).toEqual([false, true]);
    expect((await post('/portal/api-key/reveal')).json()).toEqual({ apiKey });

    await service.database.db
      .updateTable('sessions')
      .set({ password_confirmed_at: new Date(Date.now() - 5 * 60_000 - 1) })
      .where('account_id', '=', person.accountId)
      .execute();
    expect((await post('/portal/api-key/reveal')).statusCode).toBe(403);
  });
});

test('a stored key can be decrypted only with its secret and for its account', () => {
  const secret = [Buffer.alloc(32, 1)] as const;
  const apiKey = newApiKey();
  const stored = encryptText(secret, 'ada', apiKey);
  expect(stored.toString('latin1')).not.toContain(apiKey);
  expect(decryptText(secret, 'ada', stored)).toBe(apiKey);
  expect(decryptText(secret, 'bea', stored)).toBeUndefined();
  expect(decryptText([Buffer.alloc(32, 2)], 'ada', stored)).toBeUndefined();
});
