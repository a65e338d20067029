import { describe, expect, test } from 'vitest';

import { findAccount, readIdentity } from '#server/accounts/accounts.store.ts';
import { byCommand } from '#server/auth/origin.ts';
import { deactivateAccount } from '#server/managed-accounts/change-account.ts';
import { insertContact, insertPartner } from '#server/partners/partners.store.ts';
import { withService } from '#server/testing/access/with-people.ts';

import { addAccount, renewLink } from './account-commands.ts';

const publicUrl = 'https://portal.example.com';

describe('accounts from the command line', () => {
  const service = withService();

  const add = async (given: Parameters<typeof addAccount>[1]) =>
    addAccount(service.database.db, given, publicUrl);
  const setPassword = async (link: string, password: string) =>
    service.call('POST', '/portal/password', {
      payload: { token: link.split('#set-password=')[1], password },
    });
  const signIn = async (email: string, password: string) =>
    service.call('POST', '/portal/session', { payload: { email, password } });

  const findPartnerName = async (email: string) => {
    const { db } = service.database;
    const account = await findAccount(db, email);
    return (await readIdentity(db, account!.id)).partner?.name;
  };

  test('the link sets a password once, and then its owner can sign in', async () => {
    const email = 'ana.peak@summit.test';
    const link = await add({ email, role: 'broker', partner: 'Summit' });
    expect(link).toMatch(/^https:\/\/portal\.example\.com\/sign-in#set-password=[\w-]{43}$/);

    const short = await setPassword(link, 'short');
    expect(short.json()).toMatchObject({ fields: { password: 'Use at least 12 characters.' } });
    expect((await setPassword(link, 'lantern kauri tide')).json()).toEqual({ email });
    const again = await setPassword(link, 'another kauri tide');
    expect([again.statusCode, again.json()]).toEqual([
      400,
      { error: 'This link has been used or has expired. Ask for a new one.', code: 'link-expired' },
    ]);

    expect((await signIn(email, 'lantern kauri tide')).json()).toMatchObject({
      account: { name: 'Ana Peak', role: 'broker' },
      partner: { name: 'Summit' },
      contact: { firstName: 'Ana', lastName: 'Peak' },
    });
  });

  test('a second account joins the existing partner, whatever the case of its name', async () => {
    await add({ email: 'one@ridge.test', role: 'partner-admin', partner: 'Ridge' });
    await add({ email: 'two@ridge.test', role: 'broker', partner: 'RIDGE' });
    expect(await findPartnerName('two@ridge.test')).toBe('Ridge');
  });

  test('a partner whose name begins with an accent can have a second account', async () => {
    await add({ email: 'one@ecole.test', role: 'partner-admin', partner: 'École' });
    await add({ email: 'two@ecole.test', role: 'broker', partner: 'École' });
    expect(await findPartnerName('two@ecole.test')).toBe('École');
  });

  test('an account joins the contact that the operator’s system has created', async () => {
    const { db } = service.database;
    await insertPartner(db, { id: 'harbour', name: 'Harbour' });
    const contact = { partner_id: 'harbour', first_name: 'Rua', last_name: 'Moana' };
    await insertContact(db, { id: 'rua', ...contact, email: 'Rua@Harbour.test' });
    await add({ email: 'rua@harbour.test', role: 'broker', partner: 'harbour' });
    const account = await findAccount(db, 'rua@harbour.test');
    expect(account).toMatchObject({ partner_id: 'harbour', contact_id: 'rua' });

    await insertContact(db, { id: 'two', ...contact, email: 'twin@harbour.test' });
    await insertContact(db, { id: 'three', ...contact, email: 'twin@harbour.test' });
    const twin = { email: 'twin@harbour.test', role: 'broker', partner: 'harbour' };
    await expect(add(twin)).rejects.toThrow('Several contacts');
  });

  test('a new link replaces the earlier one and, once used, ends open sessions', async () => {
    const email = 'sam@portal.test';
    const first = await add({ email, role: 'support' });
    const second = await renewLink(service.database.db, email, publicUrl);
    expect((await setPassword(first, 'lantern kauri tide')).statusCode).toBe(400);
    expect((await setPassword(second, 'lantern kauri tide')).statusCode).toBe(200);
    const [cookie] = (await signIn(email, 'lantern kauri tide')).cookies;
    const session = { cookie: `${cookie?.name}=${cookie?.value}` };

    const third = await renewLink(service.database.db, email, publicUrl);
    await setPassword(third, 'one more lantern tide');
    const response = await service.call('GET', '/portal/session', { headers: session });
    expect(response.statusCode).toBe(401);
  });

  test('a disabled account cannot sign in', async () => {
    const email = 'gone@ridge.test';
    const link = await add({ email, role: 'broker', partner: 'Ridge' });
    await setPassword(link, 'lantern kauri tide');
    const { db } = service.database;
    const account = await findAccount(db, email);
    await deactivateAccount(db, account!.id, byCommand);
    expect((await signIn(email, 'lantern kauri tide')).statusCode).toBe(401);
    await expect(renewLink(db, email, publicUrl)).rejects.toThrow('is disabled');
  });

  test('invalid options are all reported, and no account is created', async () => {
    await expect(add({ email: 'x', role: 'boss' })).rejects.toThrow(
      /--email[^]*--role[^]*--partner/,
    );
    await expect(add({ email: 'a@b.test', role: 'support', partner: 'X' })).rejects.toThrow(
      'support accounts have no partner',
    );
    await expect(add({ email: 'sam@portal.test', role: 'support' })).rejects.toThrow(
      'already has an account',
    );
    const bot = { email: 'bot@ridge.test', role: 'broker', partner: 'Ridge' };
    await expect(add({ ...bot, name: 'Bot (Integration)' })).rejects.toThrow(
      '--name: Only integrations have such a name.',
    );
    await expect(renewLink(service.database.db, 'who@ridge.test', publicUrl)).rejects.toThrow(
      'has no account',
    );
  });
});
