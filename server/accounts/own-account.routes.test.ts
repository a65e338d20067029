import { describe, expect, test } from 'vitest';

import { issueToken } from '#server/testing/access/access-credentials.ts';
import { started, withService } from '#server/testing/access/with-people.ts';
import { makePerson, type Person, testPassword } from '#server/testing/people.ts';

import { deviceName } from './device.rules.ts';
import { newPasswordLink } from './password-links.store.ts';

const goodPassword = 'lantern kauri tide';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('one’s own account', () => {
  const service = withService();
  const person = started(async () => makePerson(service.database.db, 'broker'));

  const signIn = async ({ email }: Person, password = testPassword) =>
    service.call('POST', '/portal/session', {
      payload: { email, password },
      headers: { 'user-agent': firefox },
      remoteAddress: '203.0.113.7',
    });
  const isSignedIn = async ({ session }: Pick<Person, 'session'>) =>
    (await service.call('GET', '/portal/session', { headers: session })).statusCode === 200;
  const change = async (by: Person, current: string, password: string) =>
    service.as(by).put('/portal/password', { current, password });

  test('changing the password needs the current one, keeps this session and ends the others', async () => {
    const owner = await makePerson(service.database.db, 'broker');
    const [cookie] = (await signIn(owner)).cookies;
    const other = { session: { cookie: `portal-session=${cookie?.value}` } };
    const link = await newPasswordLink(service.database.db, owner.accountId);

    const wrong = await change(owner, 'something else', goodPassword);
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      400,
      { code: 'wrong-password', fields: { current: 'This is not your password.' } },
    ]);
    expect((await change(owner, testPassword, goodPassword)).statusCode).toBe(200);
    expect([await isSignedIn(owner), await isSignedIn(other)]).toEqual([true, false]);
    expect((await signIn(owner)).statusCode).toBe(401);
    expect((await signIn(owner, goodPassword)).statusCode).toBe(200);
    const used = await service.call('POST', '/portal/password', {
      payload: { token: link, password: 'another kauri tide' },
    });
    expect(used.json()).toMatchObject({ code: 'link-expired' });
  });

  test('confirming or changing the password renews the cookie; the one before ends at once', async () => {
    const owner = await makePerson(service.database.db, 'broker');
    const token = await issueToken(service, owner);
    const confirm = async (password: string) =>
      service.as(owner).post('/portal/password-confirmation', { password });
    const cookies = [owner.session.cookie];
    await confirm('something else');
    expect(owner.session.cookie).toBe(cookies[0]);
    for (const action of [
      async () => confirm(testPassword),
      async () => change(owner, testPassword, goodPassword),
    ]) {
      expect((await action()).cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
      for (const cookie of cookies) expect(await isSignedIn({ session: { cookie } })).toBe(false);
      expect(await isSignedIn(owner)).toBe(true);
      cookies.push(owner.session.cookie);
    }
    // It is the same session.
    const headers = { authorization: `Bearer ${token}` };
    expect((await service.call('GET', '/api/v1/lead', { headers })).statusCode).toBe(200);
  });

  test.each([
    ['password1234', /easy to guess/],
    ['qwertyuiop12', /easy to guess/],
    ['Br0kerL3nder', /easy to guess/],
    ['aaaaaaaaaaaaaaaa', /easy to guess/],
    ['trustno1'.repeat(25), /easy to guess/],
    ['P@t Möss 2026 tide', /your name, email or company/],
    ['partner of the tides', /your name, email or company/],
    ['elevenchars', /at least 12/],
  ])('%s is no new password', async (password, sentence) => {
    const response = await change(person, testPassword, password);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      fields: { password: expect.stringMatching(sentence) },
    });
    const link = await newPasswordLink(service.database.db, person.accountId);
    const byLink = await service.call('POST', '/portal/password', {
      payload: { token: link, password },
    });
    expect(byLink.json()).toMatchObject({ fields: { password: expect.stringMatching(sentence) } });
  });

  test('sessions are listed by device, address and time; each can be ended, with its tokens', async () => {
    const owner = await makePerson(service.database.db, 'broker');
    const [cookie] = (await signIn(owner)).cookies;
    const other = { ...owner, session: { cookie: `portal-session=${cookie?.value}` } };
    const token = await issueToken(service, other);
    const list = async () =>
      (await service.call('GET', '/portal/sessions', { headers: owner.session })).json();

    const listed = await list();
    expect(listed).toMatchObject([
      { device: 'Firefox on Windows', address: '203.0.113.7', isCurrent: false },
      { device: 'Unknown device', isCurrent: true },
    ]);
    const read = async () =>
      service.call('GET', '/api/v1/lead', { headers: { authorization: `Bearer ${token}` } });
    expect((await read()).statusCode).toBe(200);
    const end = async (by: Person) =>
      (await service.as(by).delete(`/portal/sessions/${listed[0].id}`)).statusCode;
    expect(await end(owner)).toBe(403);
    for (const each of [person, owner])
      await service.as(each).post('/portal/password-confirmation', { password: testPassword });
    expect([await end(person), await end(owner)]).toEqual([404, 200]);
    expect((await read()).statusCode).toBe(401);
    expect(await isSignedIn(other)).toBe(false);

    const [third] = (await signIn(owner)).cookies;
    expect((await service.as(owner).delete('/portal/sessions')).statusCode).toBe(200);
    expect(await list()).toHaveLength(1);
    expect(await isSignedIn({ session: { cookie: `portal-session=${third?.value}` } })).toBe(false);

    await signIn(owner);
    await signIn(owner);
    // What ended sessions is in the audit trail, unless there was none.
    for (const sessions of [2, 0])
      expect([sessions, (await service.as(owner).delete('/portal/sessions')).statusCode]).toEqual([
        sessions,
        200,
      ]);
    const { rows } = await service.database.pool.query(
      "select details::json from audit_entries where kind = 'sessions-ended' and actor_id = $1 order by position",
      [owner.accountId],
    );
    expect(rows.map(({ details }) => details)).toEqual([
      { sessions: 1 },
      { sessions: 1 },
      { sessions: 2 },
    ]);
  });

  test('using a session stores when it was used, at most every 5 minutes', async () => {
    const owner = await makePerson(service.database.db, 'broker');
    const { pool } = service.database;
    const age = async () => {
      const { rows } = await pool.query<{ used: number; seen: number }>(
        `select extract(epoch from now() - s.last_used_at)::integer as used,
          extract(epoch from now() - l.at)::integer as seen
          from sessions s join last_seen l using (account_id) where account_id = $1`,
        [owner.accountId],
      );
      return rows[0];
    };
    const setAge = async (seconds: number) => {
      const past = `now() - ${seconds} * interval '1 second'`;
      await pool.query(`update sessions set last_used_at = ${past}`);
      await pool.query(`update last_seen set at = ${past}`);
      expect(await isSignedIn(owner)).toBe(true);
    };
    await setAge(200);
    expect((await age())?.used).toBeGreaterThanOrEqual(200);
    await setAge(400);
    const now = await age();
    expect([now?.used, now?.seen].every((seconds) => (seconds ?? 999) < 100)).toBe(true);
  });
});

test.each([
  [firefox, 'Firefox on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Linux'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0', 'Chrome on iPhone'],
  ['curl/8.0', 'Unknown device'],
  ['', 'Unknown device'],
])('%s is a device that people recognise', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
