import { describe, expect, test } from 'vitest';

import { readCookies, readWait } from '#server/testing/access/sign-ins.ts';
import {
  makePasskey,
  storePasskey,
  passkeyOrigin,
} from '#server/testing/access/software-passkey.ts';
import { withPeople } from '#server/testing/access/with-people.ts';

describe('passkeys that nobody has, sent without end,', () => {
  const clock = { ms: Date.now() };
  const { service, broker } = withPeople('PostgreSQL', {
    env: { PUBLIC_URL: passkeyOrigin },
    deps: { now: () => new Date(clock.ms) },
  });
  const begin = async (headers = {}) => {
    const response = await service.call('POST', '/portal/session/passkey-challenge', { headers });
    return { challenge: String(response.json().challenge), headers: readCookies(response) };
  };
  const send = async (payload: object, headers = {}) =>
    service.call('POST', '/portal/session/passkey', { payload, headers });
  const garbage = makePasskey(passkeyOrigin).sign('none');
  const count = async (from: string) =>
    (await service.database.pool.query(`select from ${from}`)).rows.length;
  const failures = "audit_entries where kind = 'sign-in-failed'";

  test('wait, by browser and by network, and are recorded once a minute', async () => {
    const without = [];
    for (let at = 0; at < 20; at += 1) without.push((await send(garbage)).statusCode);
    expect(without.filter((status) => status === 401)).toHaveLength(5);
    let wrong = 5;
    for (let at = 0; at < 150; at += 1) {
      const { headers } = await begin();
      if ((await send(garbage, headers)).statusCode === 401) wrong += 1;
    }
    expect(wrong).toBe(100);
    expect(await count(failures)).toBe(1);
    // Sign-ins that were only started stored nothing.
    expect(await count("one_time_tokens where purpose <> 'sign-in'")).toBe(0);
    expect(await count('one_time_tokens')).toBeLessThan(100);
    clock.ms += 60_000;
    const { headers } = await begin();
    await send(garbage, headers);
    expect(await count(failures)).toBe(2);
  });

  test('keep nobody out: not a known browser, and a new one for a minute at most', async () => {
    const { passkey } = await storePasskey(service.database.db, broker.accountId);
    const sign = async (cookies = {}) => {
      const { challenge, headers } = await begin(cookies);
      return { response: await send(passkey.sign(challenge), headers), headers };
    };
    const early = await sign();
    expect(early.response.statusCode).toBe(429);
    const wait = readWait(early.response);
    expect(wait).toBeLessThanOrEqual(60);
    for (let second = 0; second < wait; second += 1) {
      clock.ms += 1_000;
      await send(garbage, (await begin()).headers);
    }
    const { response } = await sign(early.headers);
    expect(response.statusCode).toBe(200);
    const known = readCookies(response).cookie;
    expect((await send(garbage, (await begin()).headers)).statusCode).toBe(429);
    const { challenge, headers } = await begin();
    const again = await send(passkey.sign(challenge), { cookie: `${headers.cookie}; ${known}` });
    expect(again.statusCode).toBe(200);
  });
});
