import { expect, onTestFinished, test } from 'vitest';

import { brandConfig } from '#server/config/brand-config.ts';
import { openMailer } from '#server/mail/mailer.ts';
import { linkTokens, openMailbox } from '#server/testing/access/mailbox.ts';
import { testService } from '#server/testing/access/with-people.ts';
import { confirmPassword, makePerson, type Person } from '#server/testing/people.ts';

const newPassword = 'lantern kauri tide';

test('a link is sent by email where there is a mail server; if it fails, the link is shown', async () => {
  const mailbox = await openMailbox();
  const lines: string[] = [];
  const service = await testService({
    env: mailbox.env,
    deps: { logStream: { write: (line) => lines.push(line) } },
  });
  const admin = await makePerson(service.database.db, 'partner-admin');
  await confirmPassword(service.database.db, admin);
  const invite = async (email: string) =>
    service.as(admin).post('/portal/accounts', { name: 'Noor Aziz', email, role: 'broker' });

  expect((await invite('noor@people.test')).json()).toEqual({ link: null });
  const [mail = ''] = mailbox.mails;
  expect(mail).toContain('To: noor@people.test');
  expect(mail).toContain('Pat Moss invited you');
  const [token] = linkTokens(mail);
  const payload = { token, password: newPassword };
  expect((await service.call('POST', '/portal/password', { payload })).json()).toEqual({
    email: 'noor@people.test',
  });

  const { db } = service.database;
  const name = 'Eve, click https://evil.example/portal now';
  await db.updateTable('accounts').set({ name }).where('id', '=', admin.accountId).execute();
  await db.updateTable('partners').set({ name: 'www.evil.test' }).execute();
  await invite('next@people.test');
  expect(mailbox.mails.at(-1)).toContain('Eve, click https evil example portal now invited you');
  expect(mailbox.mails.at(-1)).not.toMatch(/evil\.|\/\/evil|www\./);
  const renamed = { name, email: admin.email };
  expect((await service.as(admin).patch('/portal/profile', renamed)).json()).toMatchObject({
    fields: { name: expect.stringContaining('web or email address') },
  });

  expect((await invite('full@people.test')).json().link).toContain('#set-password=');
  expect(lines.join('')).toContain('email not sent');
  expect(lines.join('')).not.toContain('full@');

  // The same server, but by a name that is not known to be this machine.
  const url = mailbox.env.SMTP_URL.replace('127.0.0.1', '127.1');
  const warned: unknown[] = [];
  const config = { mail: { url, from: admin.email }, brand: brandConfig({}) };
  const mailer = openMailer(config, ({ code }) => warned.push(code));
  expect(await mailer.send({ to: 'a@people.test', subject: 'Hello', text: 'Hello' })).toBe(false);
  expect([warned, mailbox.mails.length]).toEqual([['ETLS'], 2]);
  mailer.close();
  await mailbox.close();
});

test('emails to one address, and links of one admin, have a limit; what is not sent changes nothing', async () => {
  const mailbox = await openMailbox();
  onTestFinished(async () => mailbox.close());
  const service = await testService({ env: mailbox.env });
  const { db, pool } = service.database;
  const admin = await makePerson(db, 'partner-admin');
  const stranger = await makePerson(db, 'partner-admin');
  const person = await makePerson(db, 'broker', admin.partnerId);
  await confirmPassword(service.database.db, admin);
  await confirmPassword(service.database.db, stranger);
  const sendLink = async () => service.as(admin).post(`/portal/accounts/${person.accountId}/link`);
  const invite = async (by: Person, email: string) =>
    service.as(by).post('/portal/accounts', { name: 'Noor Aziz', email, role: 'broker' });
  // An invitation that is not sent, as the account exists, is not counted.
  for (let at = 0; at < 6; at += 1)
    expect((await invite(stranger, person.email)).statusCode).toBe(409);
  for (let at = 0; at < 5; at += 1) expect((await sendLink()).json()).toEqual({ link: null });
  const denied = await sendLink();
  expect([denied.statusCode, denied.json()]).toEqual([
    429,
    {
      error: `${person.email} was sent 5 emails lately. Try again in 24 hours.`,
      code: 'too-many-requests',
    },
  ]);
  // A day after the first of them, which this test may have sent some seconds ago.
  const seconds = Number(denied.headers['retry-after']);
  expect(seconds).toBeLessThanOrEqual(86_400);
  expect(seconds).toBeGreaterThan(86_400 - 3_600);
  expect(mailbox.mails).toHaveLength(5);
  const [token] = linkTokens(mailbox.mails.at(-1) ?? '');
  const payload = { token, password: newPassword };
  expect((await service.call('POST', '/portal/password', { payload })).statusCode).toBe(200);

  // As if the admin had sent a hundred.
  await pool.query("update sent_emails set counted_until = now() + interval '1 day'");
  expect((await invite(admin, 'late@people.test')).json()).toMatchObject({
    error: expect.stringMatching(
      /^You made 100 invitations, links and integrations lately\. Try again in 1[45] minutes\.$/,
    ),
  });
  const { rows } = await pool.query("select from accounts where email = 'late@people.test'");
  expect(rows).toEqual([]);
  expect((await invite(stranger, 'late@people.test')).json()).toEqual({ link: null });
});
