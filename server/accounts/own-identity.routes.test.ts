import { describe, expect, test } from 'vitest';

import { openMailbox } from '#server/testing/access/mailbox.ts';
import { started, withPeople } from '#server/testing/access/with-people.ts';
import { makePerson, type Person, testPassword } from '#server/testing/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { newPasswordLink } from './password-links.store.ts';

const usedLink = { code: 'link-expired' };
const newPassword = 'lantern kauri tide';

/** Returns what people do with their email, in a service. */
function emails(service: TestApp) {
  const setPassword = async (token: string | undefined, password = newPassword) =>
    service.call('POST', '/portal/password', { payload: { token, password } });
  return {
    setPassword,
    /** Asks to change a person’s email, with the password confirmed. */
    ask: async (person: Person, email: string) => {
      await service.as(person).post('/portal/password-confirmation', { password: testPassword });
      return service.as(person).patch('/portal/profile', { name: 'Pat Moss', email });
    },
    confirm: async (token: string | undefined) =>
      service.call('POST', '/portal/email', { payload: { token } }),
    signIn: async (email: string, password = testPassword) =>
      service.call('POST', '/portal/session', { payload: { email, password } }),
    /** Sets a password by a link that the owner asked for. */
    resetPassword: async ({ accountId }: Person) =>
      setPassword(await newPasswordLink(service.database.db, accountId)),
  };
}

describe('an email that its owner changes', () => {
  const mailbox = started(openMailbox);
  // A stopped clock: however slow the machine, requests count as sent at once.
  const now = new Date();
  const options = () => ({ env: mailbox.env, deps: { now: () => now } });
  const { service, admin, operator } = withPeople('PostgreSQL', options);
  const { ask, confirm, setPassword, resetPassword, signIn } = emails(service);
  const readLink = (email: string, kind: string) => {
    const mail = mailbox.mails.findLast((text) => text.includes(`To: ${email}`)) ?? '';
    return new RegExp(`#${kind}=([\\w-]{43})`).exec(mail)?.[1];
  };
  const newLink = (email: string) => readLink(email, 'confirm-email');
  const undoLink = (email: string) => readLink(email, 'set-password');
  const newcomer = async () => {
    const owner = await makePerson(service.database.db, 'broker', admin.partnerId);
    return { owner, email: `new-${owner.accountId}@people.test` };
  };

  test('needs the password, and changes once the new address has opened its link', async () => {
    const { owner, email } = await newcomer();
    const unconfirmed = await service
      .as(owner)
      .patch('/portal/profile', { name: 'Pat Moss', email });
    expect(unconfirmed.json()).toMatchObject({ code: 'password-confirmation-required' });

    expect((await ask(owner, email)).json()).toEqual({ link: null });
    expect(mailbox.mails.at(-2)).toMatch(/look through\s+your passkeys and API keys/);
    expect((await signIn(email)).statusCode).toBe(401);
    const reset = await newPasswordLink(service.database.db, owner.accountId);
    const token = newLink(email);
    expect((await setPassword(token)).json()).toMatchObject(usedLink);
    expect((await confirm(reset)).json()).toMatchObject(usedLink);
    expect((await confirm(token)).json()).toEqual({ email });
    expect((await confirm(token)).json()).toMatchObject(usedLink);

    expect((await signIn(email)).statusCode).toBe(200);
    expect((await signIn(owner.email)).statusCode).toBe(401);
    expect((await service.as(owner).get('/portal/session')).statusCode).toBe(401);
    expect((await setPassword(reset)).json()).toMatchObject(usedLink);
    const contact = await operator.send('GET', `/contacts/${owner.contactId}`);
    expect(contact.json()).toMatchObject({ fields: { email } });
    const history = await operator.send('GET', `/contacts/${owner.contactId}/history`);
    expect(history.json().entries[0]).toMatchObject({ via: 'portal', by: null });
  });

  test('by its link the former address stops what was only asked for, and sets a password', async () => {
    const { owner, email } = await newcomer();
    await ask(owner, email);
    expect((await setPassword(undoLink(owner.email))).json()).toEqual({ email: owner.email });
    expect((await confirm(newLink(email))).json()).toMatchObject(usedLink);
    expect((await service.as(owner).get('/portal/session')).statusCode).toBe(401);
    expect((await signIn(owner.email, newPassword)).statusCode).toBe(200);
  });

  test('by its link the former address takes an account back, whatever was done to hide that', async () => {
    const { owner, email } = await newcomer();
    await ask(owner, email);
    await confirm(newLink(email));
    expect((await resetPassword(owner)).json()).toEqual({ email });
    const [cookie] = (await signIn(email, newPassword)).cookies;
    const taker = { ...owner, session: { cookie: `portal-session=${cookie?.value}` } };
    await service.as(taker).post('/portal/password-confirmation', { password: newPassword });
    const payload = { name: 'Pat Moss', email: `second-${email}` };
    const second = await service.as(taker).patch('/portal/profile', payload);
    expect(second.json()).toMatchObject({ code: 'email-change-conflict' });

    const person = { name: 'Pat Moss', email: owner.email, role: 'broker' };
    await service.as(admin).post('/portal/password-confirmation', { password: testPassword });
    const invited = await service.as(admin).post('/portal/accounts', person);
    expect(invited.json()).toMatchObject({ code: 'email-in-use' });

    const taken = await setPassword(undoLink(owner.email), 'seven kauri lanterns');
    expect(taken.json()).toEqual({ email: owner.email });
    expect((await service.as(taker).get('/portal/session')).statusCode).toBe(401);
    expect((await signIn(owner.email, 'seven kauri lanterns')).statusCode).toBe(200);
    expect((await setPassword(undoLink(owner.email))).json()).toMatchObject(usedLink);
  });

  /** Returns the response to a request that waits for another change of the account. */
  const duringChange = async (
    { accountId }: Person,
    changes: readonly string[],
    send: () => ReturnType<TestApp['call']>,
  ) => {
    const { pool } = service.database;
    const client = await pool.connect();
    await client.query('begin');
    for (const change of changes) await client.query(change, [accountId]);
    const response = send();
    // In this database alone: other tests wait in theirs.
    const waiting = async () =>
      (
        await pool.query(`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
      ).rowCount;
    await expect.poll(waiting).toBeGreaterThan(0);
    await client.query('commit');
    client.release();
    return response;
  };
  const emailOf = async ({ accountId }: Person) => {
    const accounts = service.database.db.selectFrom('accounts').select('email');
    return (await accounts.where('id', '=', accountId).executeTakeFirstOrThrow()).email;
  };
  const toOther = `update accounts set email = 'other-' || email where id = $1`;

  test('what a taker changes while the former address takes the account back changes no email', async () => {
    const { owner, email } = await newcomer();
    await ask(owner, email);
    const payload = { name: 'Pat Fern', email: owner.email };
    const patch = async () => service.as(owner).patch('/portal/profile', payload);
    expect((await duringChange(owner, [toOther], patch)).statusCode).toBe(200);
    expect(await emailOf(owner)).toBe(`other-${owner.email}`);
    const takenBack = [toOther, 'delete from sessions where account_id = $1'];
    const again = async () => service.as(owner).patch('/portal/profile', { ...payload, email });
    expect((await duringChange(owner, takenBack, again)).statusCode).toBe(403);
  });

  test('the former address takes an account back also while the new one is being confirmed', async () => {
    const { owner, email } = await newcomer();
    await ask(owner, email);
    const undo = async () => setPassword(undoLink(owner.email));
    const undone = await duringChange(owner, [toOther], undo);
    expect(undone.json()).toEqual({ email: owner.email });
    expect(await emailOf(owner)).toBe(owner.email);
  });

  test('the link to undo it lasts for two days, after which it can be changed again', async () => {
    const { owner, email } = await newcomer();
    await ask(owner, email);
    await confirm(newLink(email));
    const age = async (hours: number) =>
      service.database.pool.query(
        `update one_time_tokens set expires_at = expires_at - $2 * interval '1 hour'
          where account_id = $1`,
        [owner.accountId, hours],
      );
    const [cookie] = (await signIn(email)).cookies;
    const again = { ...owner, session: { cookie: `portal-session=${cookie?.value}` } };
    await age(47);
    expect((await ask(again, owner.email)).statusCode).toBe(409);
    await age(1);
    expect((await setPassword(undoLink(owner.email))).json()).toMatchObject(usedLink);
    expect((await ask(again, owner.email)).statusCode).toBe(200);
  });

  test('another request or a new password ends what was only asked for', async () => {
    const { owner, email } = await newcomer();
    await ask(owner, `typo-${email}`);
    await ask(owner, email);
    expect((await confirm(newLink(`typo-${email}`))).json()).toMatchObject(usedLink);
    await resetPassword(owner);
    expect((await confirm(newLink(email))).json()).toMatchObject(usedLink);
  });

  test('the response is the same for an email that is taken: only who reads it learns', async () => {
    const { owner, email } = await newcomer();
    const [local = '', domain] = admin.email.split('@');
    const used = `${local.toUpperCase()}@${domain}`;
    const free = await ask(owner, email);
    const taken = await ask(owner, used);
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    expect((await confirm(newLink(used))).json()).toMatchObject({ code: 'email-in-use' });
    expect((await signIn(owner.email)).statusCode).toBe(200);
  });

  test('nobody asks for many; nothing is asked for where an email is not sent', async () => {
    const { owner, email } = await newcomer();
    expect((await ask(owner, 'full@people.test')).json()).toMatchObject({ code: 'email-not-sent' });
    for (let at = 0; at < 5; at += 1) await ask(owner, email);
    expect((await ask(owner, email)).json()).toMatchObject({ code: 'too-many-failed-attempts' });
  });

  test('the audit trail has each step, and no email', async () => {
    const { owner, email } = await newcomer();
    await ask(owner, email);
    await confirm(newLink(email));
    await setPassword(undoLink(owner.email));
    const trail = await service.as(admin).get(`/portal/audit?person=${owner.accountId}`);
    const { entries } = trail.json<{ entries: { act: string; details: object }[] }>();
    expect(entries.map(({ act, details }) => ({ act, ...details })).slice(0, 4)).toEqual([
      { act: 'password-set' },
      { act: 'account-changed', email: 'changed' },
      { act: 'account-changed', email: 'changed' },
      { act: 'account-changed', email: 'requested', name: false },
    ]);
    expect(trail.body).not.toContain(owner.email.split('@')[0] + '@');
  });
});

describe('without a mail server', () => {
  const { service, broker, stranger } = withPeople();
  const { ask, confirm } = emails(service);

  test('the link is shown once, and changes the email', async () => {
    const { link } = (await ask(broker, 'by-hand@people.test')).json();
    expect((await ask(stranger, broker.email)).json().link).toHaveLength(link.length);
    const [address, token] = link.split('=');
    expect(address).toMatch(/\/sign-in#confirm-email$/);
    expect((await confirm(token)).json()).toEqual({ email: 'by-hand@people.test' });
  });

  test('a name changes at once, also that of the contact where it was the same', async () => {
    const { pool } = service.database;
    const { email } = stranger;
    const rename = async (name: string) =>
      service.as(stranger).patch('/portal/profile', { name, email });
    const names = async () => {
      const profile = (await service.as(stranger).get('/portal/profile')).json();
      return [profile.account.name, `${profile.contact.firstName}|${profile.contact.lastName}`];
    };
    expect((await rename('  ')).json()).toMatchObject({ code: 'invalid-fields' });
    await rename('Pat');
    expect((await rename('Pat van Moss')).json()).toEqual({ link: null });
    expect(await names()).toEqual(['Pat van Moss', 'Pat|van Moss']);
    const corrected = "update contacts set last_name = 'Mossop' where id = $1";
    await pool.query(corrected, [stranger.contactId]);
    await rename('Pat Fern');
    expect(await names()).toEqual(['Pat Fern', 'Pat|Mossop']);
  });
});
