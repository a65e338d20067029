import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { readAccount } from '#server/accounts/accounts.store.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { verifyAudit } from '#server/audit/verify-audit.store.ts';
import { byCommand } from '#server/auth/origin.ts';
import { erasePerson, reportPerson } from '#server/cli/person-report.ts';
import { newId } from '#server/db/ids.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { testDatabase, testService } from '#server/testing/access/with-people.ts';
import { plant } from '#server/testing/database/planted-rows.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { makePerson, testPassword } from '#server/testing/people.ts';
import { testFiles } from '#server/testing/test-app.ts';
import { insertView } from '#server/views/views.store.ts';

import { assertErasable, eraseAccount } from './erase-account.ts';
import { personalTables } from './personal-tables.store.ts';

async function start() {
  const service = await testService();
  const { db } = service.database;
  const files = testFiles(service);
  const erase = async (who: string, isSure = true) => erasePerson(db, files, who, isSure);
  return { service, db, erase };
}

test('of every table it is decided whether the rows of an account go', async () => {
  // Without a service, whose job empties the queue of totals at any moment.
  const { db } = await testDatabase();
  const id = newId();
  await plant(db, id, { id });
  const names = Object.keys(personalTables).filter((table) => !table.startsWith('schema_'));
  /** Returns the tables that have the id anywhere. */
  const listTables = async () => {
    const found = names.map(async (table) => {
      const named = await sql`select from ${sql.table(table)} as one
        where to_jsonb(one)::text like ${`%${id}%`}`.execute(db);
      return named.rows.length > 0 ? [table] : [];
    });
    return (await Promise.all(found)).flat();
  };
  await sql`update leads set status = 'Closed'`.execute(db);
  await sql`update deals set status = 'Declined'`.execute(db);
  await sql`update accounts set role = 'broker'`.execute(db);
  const before = await listTables();
  const person = { id, contactId: id };
  await db.transaction().execute(async (tx) => {
    await assertErasable(tx, person);
    await eraseAccount(tx, person);
  });
  const stayed = await listTables();
  const go = (table: string) => personalTables[table]?.own !== undefined;
  expect(before.filter((table) => !stayed.includes(table))).toEqual(names.filter(go));
  // A table without texts has only a position.
  expect(stayed).toEqual(names.filter((table) => !go(table) && table !== 'feed_pending'));
});

test('somebody with an account is erased, and their partner’s work stays', async () => {
  const { service, db, erase } = await start();
  const admin = await makePerson(db, 'partner-admin');
  const broker = await makePerson(db, 'broker', admin.partnerId);
  const { accountId, contactId, email } = broker;
  const name = 'Wilhelmina Erasable';
  await service.as(broker).post('/portal/password-confirmation', { password: testPassword });
  const renamed = await service.as(broker).patch('/portal/profile', { name, email });
  expect(renamed.statusCode).toBeLessThan(300);
  const view = { account_id: accountId, list: 'leads', query: '', name: 'Mine' } as const;
  await insertView(db, { id: newId(), ...view });
  await insertView(db, { id: newId(), ...view, name: 'Ours', partner_id: broker.partnerId });
  const lead = await submitLead(service, broker);
  await insertDeals(db, broker, { name: 'Remaining', status: 'Offer Made' });

  // As the identity provider adds an account.
  const actor = { type: 'service', id: null } as const;
  const subject = { type: 'account', id: accountId };
  await recordAction(db, {
    ...byCommand,
    actor,
    address: '203.0.113.7',
    action: 'account-added',
    subject,
  });

  await expect(erase(email)).rejects.toThrow('open leads (1) and deals (1)');
  await db.updateTable('leads').set({ contact_id: admin.contactId }).execute();
  await db.updateTable('deals').set({ status: 'Settled' }).execute();
  expect(await erase(email, false)).toMatch(/^Account .*Nothing has been erased/s);
  expect(await reportPerson(db, email)).toContain(name);
  const session = await service.as(broker).get('/portal/session');
  expect(session.statusCode).toBe(200);

  expect(await erase(email)).toContain('by "Former user"');
  await expect(reportPerson(db, email)).rejects.toThrow('Nothing is stored');
  const left = await reportPerson(db, accountId);
  expect(left).not.toMatch(/Wilhelmina|127\.0\.0\.1|203\.0\.113\.7|"sessions"|"Mine"/);
  expect(JSON.parse(left)).toMatchObject({
    tables: {
      accounts: [{ name: 'Former user', contact_id: contactId }],
      contacts: [{ first_name: 'Former', last_name: 'user' }],
      views: [{ name: 'Ours' }],
    },
  });
  expect(await verifyAudit(db, { auditDays: 730 })).not.toHaveProperty('broken');
  expect((await service.as(broker).get('/api/v1/lead/' + lead)).statusCode).toBe(401);
  const people = await service.as(admin).get('/portal/accounts');
  expect(people.json()).toContainEqual(
    expect.objectContaining({ id: accountId, name: 'Former user', state: 'deactivated' }),
  );
  // The email is free again.
  await service.as(admin).post('/portal/password-confirmation', { password: testPassword });
  const payload = { email, name: 'New Person', role: 'broker' };
  const invited = await service.as(admin).post('/portal/accounts', payload);
  expect(invited.statusCode).toBe(200);
  // The rest of the account can’t be activated or linked.
  const former = `/portal/accounts/${accountId}`;
  const activated = await service.as(admin).patch(former, { isActive: true });
  const linked = await service.as(admin).post(`${former}/link`);
  expect([activated.statusCode, linked.statusCode]).toEqual([404, 404]);
  expect(await erase(accountId)).toContain(accountId);
});

test('nobody is erased who alone manages the accounts of others', async () => {
  const { db, erase } = await start();
  const admin = await makePerson(db, 'partner-admin');
  const broker = await makePerson(db, 'broker', admin.partnerId);
  const support = await makePerson(db, 'support');
  await makePerson(db, 'support');
  await db
    .updateTable('accounts')
    .set({ manages_accounts: true })
    .where('id', '=', support.accountId)
    .execute();
  for (const { email } of [admin, support]) {
    await expect(erase(email)).rejects.toThrow('nobody else manages');
    expect(await reportPerson(db, email)).toContain(email);
  }
  const second = await makePerson(db, 'partner-admin', admin.partnerId);
  // The account signed in only by a former identity provider, and no longer can.
  const identity = { issuer: 'https://former.test', subject: 'a', account_id: second.accountId };
  await db.insertInto('identities').values(identity).execute();
  const own = db.updateTable('accounts').where('id', '=', second.accountId);
  const { password_hash } = await readAccount(db, second.accountId);
  await own.set({ password_hash: null }).execute();
  await expect(erase(admin.email)).rejects.toThrow('nobody else manages');
  await own.set({ password_hash }).execute();
  // If two are erased at the same time, one remains.
  const outcomes = await Promise.allSettled([erase(admin.email), erase(second.email)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await erase(broker.email)).toContain('Former user');
});

test('a contact without an account is erased, with the history of their name', async () => {
  const { db, erase } = await start();
  const { partnerId } = await makePerson(db, 'partner-admin');
  const contact = { id: newId(), partner_id: partnerId, email: 'wilma@people.test' };
  await db
    .insertInto('contacts')
    .values({ ...contact, first_name: 'Wilma', last_name: 'Erasable' })
    .execute();
  expect(await erase(contact.email)).toContain(
    `Contact ${contact.id} (Wilma Erasable): name, email.`,
  );
  const stored =
    await sql`select to_jsonb(one) from contacts as one union all select to_jsonb(one) from partner_changes as one`.execute(
      db,
    );
  expect(JSON.stringify(stored.rows)).not.toMatch(/Wilma|wilma/);
});
