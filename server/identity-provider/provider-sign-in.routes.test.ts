import { describe, expect, test } from 'vitest';

import { accountToSendLink } from '#server/accounts/password-links.store.ts';
import { buildApp } from '#server/app.ts';
import { setUpApp } from '#server/testing/access/apps.ts';
import {
  openIdentityProvider,
  type ProviderPerson,
  providerSteps,
  signInAtProvider,
} from '#server/testing/access/identity-provider.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';
import { readCookies } from '#server/testing/access/sign-ins.ts';
import { started, withPeople } from '#server/testing/access/with-people.ts';
import { makePerson, type Person, testPassword } from '#server/testing/people.ts';
import { type TestApp, testSecrets } from '#server/testing/test-app.ts';

describe('signing in by a provider', () => {
  const provider = started(openIdentityProvider);
  const mailbox = started(openMailbox);
  const { service, admin, support, stranger } = withPeople('PostgreSQL', () => ({
    env: { ...provider.env, ...mailbox.env },
  }));
  let subjects = 0;

  /** Adds somebody to the provider; returns the subject. */
  function add(person: ProviderPerson = {}): string {
    const subject = `subject-${(subjects += 1)}`;
    const email = `${subject}@harbour.test`;
    const claims = { email, email_verified: true, name: 'Ann Lee', groups: ['brokers', 'all'] };
    provider.people.set(subject, { ...claims, partner: admin.partnerId, ...person });
    return subject;
  }
  const change = (subject: string, person: ProviderPerson) =>
    provider.people.set(subject, { ...provider.people.get(subject), ...person });
  const signIn = async (subject: string, at: TestApp = service) =>
    providerSteps(at).signIn(subject);
  const readSession = async (response: Awaited<ReturnType<typeof signIn>>) =>
    service.call('GET', '/portal/session', { headers: readCookies(response) });
  const readActions = async (id: string) =>
    (await service.as(support).get(`/portal/audit?person=${id}`)).json().entries;
  /** Opens a portal with other settings on the same database. */
  async function reopen<T>(settings: object, use: (app: TestApp) => Promise<T>): Promise<T> {
    const { database } = service;
    const config = { ...service.config, ...settings };
    const app = await buildApp({ config, database, secrets: testSecrets });
    const call: TestApp['call'] = async (method, url, more) => app.inject({ ...more, method, url });
    try {
      return await use({ ...service, app, call });
    } finally {
      await app.close();
    }
  }
  const withProvider = async <T>(settings: object, use: (app: TestApp) => Promise<T>) =>
    reopen({ provider: { ...service.config.provider, ...settings } }, use);

  test('the first time makes the account that the claims describe, later times find it', async () => {
    const subject = add();
    const { begin, end } = providerSteps(service);
    const { address, headers } = await begin('/leads?q=smith');
    const response = await signInAtProvider(address, subject);
    const done = await end(response, headers);
    expect(done.json()).toEqual({ returnTo: '/leads?q=smith', isConfirmed: false });
    const session = (await readSession(done)).json();
    expect(session).toMatchObject({
      account: { email: `${subject}@harbour.test`, name: 'Ann Lee', role: 'broker' },
      partner: { id: admin.partnerId },
      contact: { firstName: 'Ann', lastName: 'Lee' },
    });
    const again = (await readSession(await signIn(subject))).json();
    expect(again.account).toEqual(session.account);
    expect(await readActions(session.account.id)).toMatchObject([
      { act: 'sign-in', details: { by: 'Harbour Login' } },
      { act: 'sign-in', details: { by: 'Harbour Login' } },
      { act: 'account-added', actor: { type: 'service' }, details: { role: 'broker' } },
    ]);
    const people = (await service.as(admin).get('/portal/accounts')).json<Person[]>();
    expect(people.find(({ email }) => email === `${subject}@harbour.test`)).toMatchObject({
      state: 'active',
      hasPassword: false,
      provider: 'Harbour Login',
    });
  });

  test('two first times at once make one account', async () => {
    const subject = add();
    const both = await Promise.all([signIn(subject), signIn(subject)]);
    const sessions = await Promise.all(both.map(readSession));
    const [one, other] = sessions.map((session) => session.json().account.id);
    expect(one).toBe(other);
  });

  test('another role of the claims is taken over, and ends what was open; none keeps out', async () => {
    const subject = add();
    const first = await signIn(subject);
    const { id } = (await readSession(first)).json().account;
    change(subject, { groups: 'admins' });
    const second = await signIn(subject);
    expect((await readSession(first)).statusCode).toBe(401);
    expect((await readSession(second)).json().account).toMatchObject({ id, role: 'partner-admin' });
    expect((await readActions(id))[1]).toMatchObject({
      act: 'account-changed',
      details: { role: 'partner-admin' },
    });
    change(subject, { groups: [] });
    const third = await signIn(subject);
    expect([third.statusCode, third.json().error]).toEqual([
      401,
      'Harbour Login gives you no role in this portal. Ask your partner admin, or whoever runs this portal.',
    ]);
    expect((await readSession(second)).statusCode).toBe(401);
    expect((await readActions(id))[0]).toMatchObject({
      act: 'sign-in-failed',
      details: { by: 'Harbour Login', reason: 'no-role' },
    });
    change(subject, { groups: 'staff' });
    expect((await signIn(subject)).json().error).toContain('names another partner');
    change(subject, { groups: 'brokers', partner: stranger.partnerId });
    expect((await signIn(subject)).json().error).toContain('names another partner');
  });

  test.each([
    ['no role', { groups: ['all'] }, 'gives you no role'],
    ['an unknown partner', { partner: 'elsewhere' }, 'names another partner'],
    ['an email that is not verified', { email_verified: false }, 'You have no account here'],
    ['no email', { email: 'none' }, 'You have no account here'],
  ])('with %s nobody gets an account', async (_what, person, sentence) => {
    const denied = await signIn(add(person));
    expect([denied.statusCode, denied.json().code]).toEqual([401, 'wrong-credentials']);
    expect(denied.json().error).toContain(sentence);
    expect((await readSession(denied)).statusCode).toBe(401);
  });

  test('without the setting nobody gets an account', async () => {
    const denied = await withProvider({ createsAccounts: false }, async (at) => signIn(add(), at));
    expect(denied.json().error).toContain('You have no account here');
  });

  test('an account of the same email is connected only where allowed, by a verified email, with its partner, and once', async () => {
    const person = await makePerson(service.database.db, 'broker', admin.partnerId);
    const owner = add({ email: person.email });
    const before = await service.as(person).get('/portal/session');
    expect(before.statusCode).toBe(200);
    expect((await signIn(owner)).json().error).toContain('isn’t connected with Harbour Login');
    await withProvider({ linksByEmail: true }, async (at) => {
      const thieves = [{ email_verified: false }, { partner: stranger.partnerId }, { groups: [] }];
      for (const thief of thieves)
        expect((await signIn(add({ email: person.email, ...thief }), at)).statusCode).toBe(401);
      const first = await signIn(owner, at);
      expect((await readSession(first)).json().account.id).toBe(person.accountId);
      // What a password had opened, perhaps somebody else’s, has ended.
      expect((await service.as(person).get('/portal/session')).statusCode).toBe(401);
      const second = await signIn(add({ email: person.email }), at);
      expect(second.json().error).toContain('isn’t connected');
      expect((await signIn(owner, at)).statusCode).toBe(200);
    });
    // The owner is told, once.
    const mails = mailbox.mails.filter((mail) => mail.includes(`To: ${person.email}`));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Subject: Harbour Login can now sign you in');
    expect((await readActions(person.accountId)).map(({ act }: { act: string }) => act)).toContain(
      'account-changed',
    );
    // The subject stays, whatever email the provider names later.
    change(owner, { email: admin.email, email_verified: true });
    expect((await readSession(await signIn(owner))).json().account.id).toBe(person.accountId);
  });

  test('an email and whether it is verified are of one statement: ID token or userinfo', async () => {
    const person = await makePerson(service.database.db, 'broker', admin.partnerId);
    const own = { email: 'mallory@harbour.test', email_verified: true };
    const settings = { linksByEmail: true, createsAccounts: false };
    await withProvider(settings, async (at) => {
      const claimed = [
        { ...own, idToken: { email: person.email } },
        { email: undefined, email_verified: true, idToken: { email: person.email } },
        { email: person.email, email_verified: undefined, idToken: { email_verified: true } },
        { email: person.email, idToken: { ...own, email_verified: false } },
      ];
      for (const claims of claimed) {
        const denied = await signIn(add(claims), at);
        expect(String(denied.json().error)).toContain('You have no account here');
      }
      const idToken = { email: person.email, email_verified: true };
      const owner = await signIn(add({ email: undefined, email_verified: false, idToken }), at);
      expect((await readSession(owner)).json().account.id).toBe(person.accountId);
    });
  });

  test('who was connected with another provider counts as connected with none', async () => {
    const subject = add();
    await signIn(subject);
    const { db } = service.database;
    const email = `${subject}@harbour.test`;
    expect(await accountToSendLink(db, email, provider.issuer)).toBe(undefined);
    expect(await accountToSendLink(db, email, '')).toMatchObject({ email });
    await withProvider({ issuer: 'https://other.test' }, async (at) => {
      const people = await at.call('GET', '/portal/accounts', { headers: admin.session });
      const person = people.json<Person[]>().find((one) => one.email === email);
      expect(person).toMatchObject({ state: 'invited', provider: null });
    });
  });

  test('a deactivated account stays closed', async () => {
    const subject = add();
    const { id } = (await readSession(await signIn(subject))).json().account;
    await service.as(admin).post('/portal/password-confirmation', { password: testPassword });
    await service.as(admin).patch(`/portal/accounts/${id}`, { isActive: false });
    expect((await signIn(subject)).json().error).toContain('Your account is deactivated');
  });

  test('a second factor is asked for as after a password, unless the provider has checked one', async () => {
    const subject = add({ groups: 'admins' });
    const { id } = (await readSession(await signIn(subject))).json().account;
    // The service that requires it would end sessions that a password alone has opened.
    await service.database.db.updateTable('sessions').set({ is_strong: true }).execute();
    await reopen({ requireSecondFactor: true }, async (at) => {
      expect((await signIn(subject, at)).json()).toMatchObject({ nextStep: 'set-up' });
    });
    const { recoveryCodes } = await setUpApp(service.database.db, id);
    const first = await signIn(subject);
    expect(first.json()).toMatchObject({ nextStep: 'code' });
    expect((await readSession(first)).statusCode).toBe(401);
    const code = { payload: { code: recoveryCodes[0] }, headers: readCookies(first) };
    expect((await service.call('POST', '/portal/session/code', code)).statusCode).toBe(200);
    expect((await readActions(id))[0]).toMatchObject({
      act: 'sign-in',
      details: { by: 'Harbour Login, recovery-code' },
    });
    change(subject, { amr: ['pwd', 'mfa'] });
    expect((await signIn(subject)).json()).toEqual({ returnTo: '/', isConfirmed: false });
  });

  test('a session stays open whose second factor the provider has checked', async () => {
    const subject = add({ groups: 'admins', amr: ['mfa'] });
    const signedIn = await signIn(subject);
    await reopen({ requireSecondFactor: true }, async () => {});
    expect((await readSession(signedIn)).statusCode).toBe(200);
  });

  test('confirms who somebody is who signs in there anew, and nobody else', async () => {
    const [subject, other] = [add({ groups: 'admins' }), add()];
    await signIn(other);
    const headers = readCookies(await signIn(subject));
    const { begin, end } = providerSteps(service);
    const confirm = async (user: string) => {
      const attempt = await begin(
        '/people',
        '/portal/password-confirmation/provider-request',
        headers,
      );
      expect(new URL(attempt.address).searchParams.get('max_age')).toBe('0');
      return end(await signInAtProvider(attempt.address, user), attempt.headers);
    };
    const invite = async (cookies: typeof headers) =>
      service.call('POST', '/portal/accounts', {
        payload: { name: 'Noor Aziz', email: `${subject}-2@harbour.test`, role: 'broker' },
        headers: cookies,
      });
    expect((await confirm(other)).json().error).toContain('You are somebody else');
    // With a clock that is ahead, an old sign-in would look recent.
    change(subject, { signedInAt: Math.floor(Date.now() / 1_000) + 4_000 });
    expect((await confirm(subject)).json()).toHaveProperty('code', 'wrong-credentials');
    change(subject, { signedInAt: undefined });
    expect((await invite(headers)).json().code).toBe('password-confirmation-required');
    const confirmed = await confirm(subject);
    expect(confirmed.json()).toEqual({ returnTo: '/people', isConfirmed: true });
    expect((await invite(readCookies(confirmed))).statusCode).toBe(200);
    expect((await readSession(confirmed)).statusCode).toBe(200);
  });
});
