import { describe, expect, test } from 'vitest';

import { openIdentityProvider, providerSteps } from '#server/testing/access/identity-provider.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';
import { readCookies } from '#server/testing/access/sign-ins.ts';
import { started, withService } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

// On the embedded database, whose lower() makes an i of U+0130 and a k of the Kelvin sign.
describe('signing in by a provider that says an email with', () => {
  const provider = started(openIdentityProvider);
  const mailbox = started(openMailbox);
  const service = withService('the embedded database', () => ({
    env: {
      ...provider.env,
      ...mailbox.env,
      OIDC_LINK_BY_EMAIL: '1',
      OIDC_CREATE_ACCOUNTS: '0',
    },
  }));
  const steps = started(async () => providerSteps(service));

  test.each([
    ['another letter in the domain', (email: string) => email.replace('kiwi', 'k\u0130wi')],
    ['another letter in the name', (email: string) => email.replace('mike', 'm\u0130ke')],
    ['the sign of Kelvin', (email: string) => email.replace('kiwi', '\u212Aiwi')],
    ['a full-width letter', (email: string) => email.replace('kiwi', '\uFF4Biwi')],
    ['spaces around it', (email: string) => ` ${email} `],
    ['a character that nobody sees', (email: string) => email.replace('kiwi', 'ki\u200Bwi')],
    ['a name before it', (email: string) => `Mike <${email}>`],
  ])('%s opens no account of somebody else', async (what, change) => {
    const { db } = service.database;
    const { accountId, partnerId } = await makePerson(db, 'broker');
    const email = `mike.${what.replaceAll(' ', '.')}@kiwi.test`;
    await db.updateTable('accounts').set({ email }).where('id', '=', accountId).execute();
    const claims = { email_verified: true, groups: 'brokers', partner: partnerId };
    provider.people.set(`thief ${what}`, { ...claims, email: change(email) });
    provider.people.set(`owner ${what}`, { ...claims, email: email.toUpperCase() });
    const denied = await steps.signIn(`thief ${what}`);
    expect([denied.statusCode, denied.json().error]).toEqual([
      401,
      expect.stringContaining('You have no account here'),
    ]);
    const headers = readCookies(await steps.signIn(`owner ${what}`));
    const session = await service.call('GET', '/portal/session', { headers });
    expect(session.json().account.id).toBe(accountId);
  });
});
