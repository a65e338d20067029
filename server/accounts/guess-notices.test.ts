import { describe, expect, test, vi } from 'vitest';

import { setUpApp } from '#server/testing/access/apps.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';
import { networks, readCookies, wrongPassword } from '#server/testing/access/sign-ins.ts';
import { started, withService } from '#server/testing/access/with-people.ts';
import { makePerson, testPassword } from '#server/testing/people.ts';

describe('the owner of an account', () => {
  const clock = { ms: Date.now() };
  const now = () => new Date(clock.ms);
  const mailbox = started(openMailbox);
  const service = withService('PostgreSQL', () => ({ env: mailbox.env, deps: { now } }));

  const mailsTo = (email: string) => mailbox.mails.filter((mail) => mail.includes(`To: ${email}`));
  const signIn = async (email: string, password: string, at = 0) =>
    service.call('POST', '/portal/session', {
      payload: { email, password },
      remoteAddress: networks[at] ?? '',
    });

  test('is told once of ten wrong passwords, from wherever; of a hundred again', async () => {
    const { email } = await makePerson(service.database.db, 'broker');
    for (let at = 0; at < 9; at += 1) await signIn(email, wrongPassword, at);
    // Right ones in between don’t count, and reveal no count.
    expect((await signIn(email, testPassword, 50)).statusCode).toBe(200);
    expect(mailsTo(email)).toEqual([]);
    for (let at = 9; at < 19; at += 1) await signIn(email, wrongPassword, at);
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), 20_000);
    expect(mailsTo(email)[0]).toContain('10 attempts to sign in to your account with wrong passw');
    for (let at = 19; at < 100; at += 1) {
      clock.ms += 10_000;
      await signIn(email, wrongPassword, at);
    }
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), 20_000);
    expect(mailsTo(email)[1]).toContain('100 attempts');
  });

  test('is told that whoever guesses codes knew the password', async () => {
    const { db } = service.database;
    const { email, accountId } = await makePerson(db, 'support');
    await setUpApp(db, accountId);
    const headers = readCookies(await signIn(email, testPassword));
    for (let at = 0; at < 10; at += 1) {
      const payload = { code: '000000' };
      await service.call('POST', '/portal/session/code', { payload, headers });
      clock.ms += 600_000;
    }
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), 20_000);
    expect(mailsTo(email)[0]).toContain(
      'They had got past the first step: change the password that you sign in with.',
    );
  });
});
