import { describe, expect, test } from 'vitest';

import type { AuditEntry } from '#contract/portal/audit/audit.ts';
import type { ManagedAccount } from '#contract/portal/people/managed-accounts.ts';
import { createNamedKey } from '#server/auth/keys.store.ts';
import { byCommand } from '#server/auth/origin.ts';
import { issueToken } from '#server/testing/access/access-credentials.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { followEvents } from '#server/testing/followed-events.ts';
import { confirmPassword, makePerson, type Person, testPassword } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

import { setOperatorRight } from './change-account.ts';

const newPassword = 'lantern kauri tide';

describe('accounts that are managed', () => {
  const { service, broker, admin, stranger, support } = withPeople();

  const invite = async (by: Person, payload: object) => {
    await confirmPassword(service.database.db, by);
    return service.as(by).post('/portal/accounts', payload);
  };
  const list = async (by: Person, query = '') =>
    (await service.as(by).get(`/portal/accounts${query}`)).json<ManagedAccount[]>();
  const find = async (by: Person, email: string) =>
    (await list(by)).find((account) => account.email === email);
  const setPassword = async (link: string) =>
    service.call('POST', '/portal/password', {
      payload: { token: link.split('#set-password=')[1], password: newPassword },
    });
  const signIn = async (email: string, password = newPassword) =>
    service.call('POST', '/portal/session', { payload: { email, password } });

  test('an invited person sets a password by the link, once, and signs in', async () => {
    const email = 'noor@harbour.test';
    const invited = await invite(admin, { name: 'Noor Aziz', email, role: 'broker' });
    const { link } = invited.json();
    expect(link).toMatch(/\/sign-in#set-password=[\w-]{43}$/);
    expect(await find(admin, email)).toMatchObject({ state: 'invited', lastSeenAt: null });
    expect((await setPassword(link)).json()).toEqual({ email });
    expect((await setPassword(link)).json()).toMatchObject({ code: 'link-expired' });
    expect((await signIn(email)).json()).toMatchObject({
      account: { role: 'broker', name: 'Noor Aziz' },
      partner: { id: admin.partnerId },
      contact: { firstName: 'Noor', lastName: 'Aziz' },
    });
    expect(await find(admin, email)).toMatchObject({ state: 'active', openLeads: 0 });
  });

  test('an email has one account: of two invitations at once, one is rejected', async () => {
    const person = { name: 'Kit Lowe', email: 'kit@harbour.test', role: 'broker' };
    await confirmPassword(service.database.db, admin);
    const responses = await Promise.all(
      [person, { ...person, email: 'KIT@harbour.test' }].map(async (payload) =>
        service.as(admin).post('/portal/accounts', payload),
      ),
    );
    expect(
      responses.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 409]);
    expect((await invite(stranger, person)).json()).toMatchObject({
      code: 'email-in-use',
      fields: { email: 'kit@harbour.test already has an account.' },
    });
  });

  test('what is missing, of another partner or of support is rejected', async () => {
    const person = { name: 'Kim Low', email: 'kim@harbour.test', role: 'broker' };
    expect((await invite(admin, {})).json()).toHaveProperty('fields.name');
    expect((await invite(admin, { ...person, role: 'support' })).statusCode).toBe(400);
    const withHeader = { ...person, name: 'Kim\r\nBcc: kim@elsewhere.test' };
    expect((await invite(admin, withHeader)).json()).toHaveProperty('fields.name');
    const ofStranger = { ...person, partnerId: stranger.partnerId };
    expect((await invite(admin, ofStranger)).statusCode).toBe(403);
    expect((await service.as(stranger).get('/portal/accounts')).body).not.toContain(broker.email);
  });

  test('changes need the password confirmed; looking does not', async () => {
    const other = await makePerson(service.database.db, 'partner-admin', admin.partnerId);
    const path = `/portal/accounts/${broker.accountId}`;
    for (const response of [
      await service.as(other).post(`${path}/link`),
      await service.as(other).patch(path, { isActive: false }),
      await service
        .as(other)
        .post('/portal/accounts', { name: 'A B', email: 'ab@people.test', role: 'broker' }),
    ])
      expect(response.json()).toMatchObject({ code: 'password-confirmation-required' });
    expect(await list(other)).not.toHaveLength(0);
  });

  test('deactivating ends session, token, API keys, link and stream at once; activating undoes it', async () => {
    const leaver = await makePerson(service.database.db, 'broker', admin.partnerId);
    await service.as(leaver).post('/api/v1/lead', { fields: smallestLead });
    expect(await find(admin, leaver.email)).toMatchObject({ openLeads: 1 });
    await confirmPassword(service.database.db, admin);
    const path = `/portal/accounts/${leaver.accountId}`;
    const { link } = (await service.as(admin).post(`${path}/link`)).json();
    const token = await issueToken(service, leaver);
    const limits = { name: 'CRM', is_read_only: false, expires_at: null };
    const named = { account_id: leaver.accountId, ...limits };
    const { apiKey } = await createNamedKey(service.database.db, named);
    const withNamedKey = async () =>
      service.call('GET', '/api/v1/lead', { headers: { authorization: `Bearer ${apiKey}` } });
    expect((await withNamedKey()).statusCode).toBe(200);
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const stream = await followEvents(origin, leaver);

    expect((await service.as(admin).patch(path, { isActive: false })).statusCode).toBe(200);
    await stream.ended;
    expect(await find(admin, leaver.email)).toMatchObject({ state: 'deactivated', openLeads: 1 });
    expect((await service.as(leaver).get('/portal/session')).statusCode).toBe(401);
    expect((await service.as(leaver).get('/api/v1/lead')).statusCode).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await service.call('GET', '/api/v1/lead', { headers })).statusCode).toBe(401);
    expect((await withNamedKey()).statusCode).toBe(401);
    expect((await setPassword(link)).json()).toMatchObject({ code: 'link-expired' });
    expect((await signIn(leaver.email, testPassword)).statusCode).toBe(401);

    expect((await service.as(admin).patch(path, { isActive: true })).statusCode).toBe(200);
    expect((await signIn(leaver.email, testPassword)).statusCode).toBe(200);
    expect((await service.as(leaver).get('/api/v1/lead')).statusCode).toBe(401);
    expect((await withNamedKey()).statusCode).toBe(401);
    const trail = await service.as(admin).get(`/portal/audit?person=${leaver.accountId}`);
    const by = { id: admin.accountId };
    expect(
      trail.json().entries.filter(({ actor }: AuditEntry) => actor.id === by.id),
    ).toMatchObject([
      { act: 'account-changed', actor: by, details: { state: 'active' } },
      { act: 'account-disabled', actor: by, subject: { id: leaver.accountId } },
      { act: 'link-created', actor: by },
    ]);
  });

  test('another role ends the sessions; a locked account is shown and unlocked', async () => {
    const person = await makePerson(service.database.db, 'broker', admin.partnerId);
    await confirmPassword(service.database.db, admin);
    const path = `/portal/accounts/${person.accountId}`;
    await service.as(admin).patch(path, { role: 'partner-admin' });
    expect((await service.as(person).get('/portal/session')).statusCode).toBe(401);
    expect((await signIn(person.email, testPassword)).json()).toMatchObject({
      account: { role: 'partner-admin', isManager: true },
    });
    expect((await service.as(admin).patch(path, { role: 'support' })).statusCode).toBe(400);

    for (let at = 0; at < 6; at += 1) await signIn(person.email, 'something else');
    expect(await find(admin, person.email)).toMatchObject({ state: 'locked' });
    await service.as(admin).post(`${path}/unlock`);
    expect(await find(admin, person.email)).toMatchObject({ state: 'active' });
  });

  test('support with the operator’s right manages those of all partners, and support', async () => {
    const other = await makePerson(service.database.db, 'support');
    await setOperatorRight(service.database.db, support.accountId, true, byCommand);
    const ofPartner = await list(support, `?partnerId=${admin.partnerId}`);
    expect(ofPartner.map(({ id }) => id)).toContain(broker.accountId);
    const ofSupport = await list(support);
    expect(ofSupport.map(({ id }) => id)).toEqual(
      expect.arrayContaining([support.accountId, other.accountId]),
    );
    const person = { name: 'Ola Berg', email: 'ola@people.test', role: 'broker' };
    const { partnerId } = stranger;
    expect((await invite(support, { ...person, partnerId })).statusCode).toBe(200);
    expect((await invite(support, { ...person, partnerId: 'nobody' })).json()).toHaveProperty(
      'fields.partnerId',
    );
    expect((await find(stranger, person.email))?.role).toBe('broker');
    await setOperatorRight(service.database.db, support.accountId, false, byCommand);
    expect((await service.as(support).get('/portal/accounts')).statusCode).toBe(403);
  });
});
