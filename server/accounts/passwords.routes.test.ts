import { describe, expect, test, vi } from 'vitest';

import { linkTokens, openMailbox } from '#server/testing/access/mailbox.ts';
import { started, withService } from '#server/testing/access/with-people.ts';
import { disableAccount, makePerson, testPassword } from '#server/testing/people.ts';

import { newPasswordLink } from './password-links.store.ts';

const newPassword = 'lantern kauri tide';

describe('a forgotten password', () => {
  const mailbox = started(openMailbox);
  const service = withService('PostgreSQL', () => ({ env: mailbox.env }));
  const person = started(async () => makePerson(service.database.db, 'broker'));

  const ask = async (email: string, remoteAddress = '203.0.113.1') =>
    service.call('POST', '/portal/password-link', { payload: { email }, remoteAddress });
  const mailsTo = (email: string) => mailbox.mails.filter((mail) => mail.includes(`To: ${email}`));
  const setPassword = async (token: string | undefined) =>
    service.call('POST', '/portal/password', { payload: { token, password: newPassword } });
  const signIn = async (email: string, password: string) =>
    service.call('POST', '/portal/session', { payload: { email, password } });

  test('is replaced by a link from an email, once; that ends every session', async () => {
    const { db } = service.database;
    expect((await service.call('GET', '/portal/sign-in')).json()).toMatchObject({
      sendsEmails: true,
    });
    expect((await ask(` ${person.email.toUpperCase()}`)).statusCode).toBe(200);
    await vi.waitFor(() => expect(mailsTo(person.email)).toHaveLength(1), 20_000);
    const [token] = linkTokens(mailsTo(person.email)[0] ?? '');
    expect((await setPassword(token)).json()).toEqual({ email: person.email });
    expect((await setPassword(token)).json()).toMatchObject({ code: 'link-expired' });
    expect((await service.as(person).get('/portal/session')).statusCode).toBe(401);
    expect((await signIn(person.email, testPassword)).statusCode).toBe(401);
    expect((await signIn(person.email, newPassword)).statusCode).toBe(200);
    const entries = await db
      .selectFrom('audit_entries')
      .select(['kind', 'actor_type'])
      .where('subject_id', '=', person.accountId)
      .where('kind', '=', 'link-created')
      .execute();
    expect(entries).toEqual([{ kind: 'link-created', actor_type: 'unknown' }]);
  });

  test('the response says nothing of the account; nobody without an active one gets an email', async () => {
    const { db } = service.database;
    const [owner, disabled] = [await makePerson(db, 'broker'), await makePerson(db, 'broker')];
    await disableAccount(db, disabled);
    const emails = ['nobody@people.test', disabled.email, owner.email];
    for (const email of emails) {
      const response = await ask(email);
      expect([response.statusCode, response.body, response.cookies]).toEqual([200, '', []]);
    }
    await vi.waitFor(() => expect(mailsTo(owner.email)).toHaveLength(1), 20_000);
    expect(mailsTo('nobody@people.test')).toEqual([]);
    expect(mailsTo(disabled.email)).toEqual([]);
  });

  test('nobody fills a mailbox: one link in 5 minutes, and ever fewer requests', async () => {
    const owner = await makePerson(service.database.db, 'broker');
    const link = await newPasswordLink(service.database.db, owner.accountId);
    const responses = [];
    for (let at = 0; at < 7; at += 1) responses.push(await ask(owner.email, '203.0.113.2'));
    expect(responses.map(({ statusCode }) => statusCode).slice(4)).toEqual([200, 429, 429]);
    // The same for an email without an account.
    for (let at = 0; at < 5; at += 1) await ask('none@people.test', '203.0.113.3');
    const limited = await ask('none@people.test', '203.0.113.3');
    expect(limited.json()).toEqual(responses[5]?.json());
    expect((await setPassword(link)).statusCode).toBe(200);
    expect(mailsTo(owner.email)).toEqual([]);
    expect((await ask(owner.email, '203.0.113.4')).statusCode).toBe(200);
    await vi.waitFor(() => expect(mailsTo(owner.email)).toHaveLength(1), 20_000);
  });

  test('a stranger with many networks has a few emails sent, then one a day', async () => {
    const { pool, db } = service.database;
    const owner = await makePerson(db, 'broker');
    /** Asks from ever new networks, five minutes apart; returns how many emails that has sent. */
    const harass = async (times: number, from: number) => {
      const before = mailsTo(owner.email).length;
      for (let at = 0; at < times; at += 1) {
        expect((await ask(owner.email, `198.51.100.${from + at}`)).statusCode).toBe(200);
        // What no response waits for has ended once a link of a later request is sent.
        const other = await makePerson(db, 'broker');
        await ask(other.email, `192.0.2.${from + at}`);
        await vi.waitFor(() => expect(mailsTo(other.email)).toHaveLength(1), 20_000);
        await pool.query(
          "update one_time_tokens set expires_at = expires_at - interval '5 minutes'",
        );
      }
      return mailsTo(owner.email).length - before;
    };
    expect(await harass(8, 0)).toBe(5);
    await pool.query("update sent_emails set counted_until = counted_until - interval '1 day'");
    expect(await harass(3, 8)).toBe(1);
    // The last one that was sent works.
    const [token] = linkTokens(mailsTo(owner.email).at(-1) ?? '');
    expect((await setPassword(token)).statusCode).toBe(200);
  });

  test('a request ends no invitation, nor a link of an admin; using one ends all', async () => {
    const { pool, db } = service.database;
    const owner = await makePerson(db, 'broker');
    const invitation = await newPasswordLink(db, owner.accountId);
    await pool.query("update one_time_tokens set expires_at = expires_at - interval '5 minutes'");
    await ask(owner.email, '203.0.113.20');
    await vi.waitFor(() => expect(mailsTo(owner.email)).toHaveLength(1), 20_000);
    const [requested] = linkTokens(mailsTo(owner.email)[0] ?? '');
    expect((await setPassword(invitation)).json()).toEqual({ email: owner.email });
    expect((await setPassword(requested)).json()).toMatchObject({ code: 'link-expired' });
  });
});
