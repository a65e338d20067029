import { describe, expect, test } from 'vitest';

import {
  openIdentityProvider,
  providerSteps,
  signInAtProvider,
} from '#server/testing/access/identity-provider.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';
import { readCookies } from '#server/testing/access/sign-ins.ts';
import { started, withPeople } from '#server/testing/access/with-people.ts';
import { lockTable, sendTogether } from '#server/testing/database/simultaneous.ts';
import { makePerson } from '#server/testing/people.ts';

describe('first sign-ins by a provider at the same time', () => {
  const provider = started(openIdentityProvider);
  const mailbox = started(openMailbox);
  const { service, admin, support } = withPeople('PostgreSQL', () => ({
    env: { ...provider.env, ...mailbox.env, OIDC_LINK_BY_EMAIL: '1' },
  }));
  const newcomer = async () => makePerson(service.database.db, 'broker', admin.partnerId);

  /** Signs in at the provider. Returns what ends it here, by this email of the subject. */
  async function begin(subject: string, email: string) {
    const claims = { email, email_verified: true, name: 'Ann Lee', groups: 'brokers' };
    const person = { ...claims, partner: admin.partnerId };
    provider.people.set(subject, person);
    const { begin: start, end } = providerSteps(service);
    const { address, headers } = await start();
    const response = await signInAtProvider(address, subject);
    return async () => {
      provider.people.set(subject, person);
      return end(response, headers);
    };
  }
  type End = Awaited<ReturnType<typeof begin>>;
  const finish = async (ends: readonly End[], statement = lockTable('identities')) => {
    const responses = await sendTogether(service.database.pool, statement, ends);
    return Promise.all(
      responses.map(async (response) => {
        const headers = readCookies(response);
        const session = await service.call('GET', '/portal/session', { headers });
        return response.statusCode === 200 ? session.json().account.id : response.json().error;
      }),
    );
  };
  const countNotices = (email: string) =>
    mailbox.mails.filter((mail) => mail.includes(`To: ${email}`)).length;

  test('in two tabs, connect the account of their email once, and both sign in', async () => {
    const { accountId, email } = await newcomer();
    const both = await finish([await begin('ann', email), await begin('ann', email)]);
    expect(both).toEqual([accountId, accountId]);
    await expect.poll(() => countNotices(email)).toBe(1);
  });

  test('in two tabs, make one account where there is none', async () => {
    const email = 'bob@harbour.test';
    const [one, other] = await finish([await begin('bob', email), await begin('bob', email)]);
    expect(one).toMatch(/^[\w-]{20,}$/);
    expect(other).toBe(one);
  });

  test('of two people with one email, connect one', async () => {
    const { accountId, email } = await newcomer();
    const both = await finish([await begin('cid', email), await begin('dan', email)]);
    expect(both).toEqual([accountId, expect.stringContaining('isn’t connected')]);
  });

  test('of one person with two emails, connect one account', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const both = await finish([await begin('eve', one.email), await begin('eve', other.email)]);
    const [id] = both;
    expect([one.accountId, other.accountId]).toContain(id);
    expect(both).toEqual([id, id]);
  });

  test.each([
    ['deactivated', 'disabled_at = now()', 'Your account is deactivated.', 'deactivated'],
    ['taken back', "email = 'former-' || email", 'You have no account here', 'unknown'],
    [
      'made support',
      `role = 'support', partner_id = null, contact_id = null`,
      'names another partner',
      'other-partner',
    ],
  ])('connect no account that is %s meanwhile', async (_what, change, sentence, reason) => {
    const { db } = service.database;
    const { accountId, email } = await newcomer();
    const statement = `update accounts set ${change} where id = '${accountId}'`;
    const denied = await finish([await begin(`late-${accountId}`, email)], statement);
    expect(denied).toEqual([expect.stringContaining(sentence)]);
    const connected = db.selectFrom('identities').where('account_id', '=', accountId);
    expect(await connected.selectAll().execute()).toEqual([]);
    const { entries } = (await service.as(support).get(`/portal/audit?person=${accountId}`)).json();
    expect(entries).toMatchObject([
      { act: 'sign-in-failed', details: { by: 'Harbour Login', reason } },
    ]);
  });
});
