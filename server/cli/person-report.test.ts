import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { recordAction } from '#server/audit/audit.store.ts';
import { byCommand } from '#server/auth/origin.ts';
import { newId } from '#server/db/ids.ts';
import { personalTables } from '#server/erasure/personal-tables.store.ts';
import { attachmentForm } from '#server/testing/access/access-test-data.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { testService } from '#server/testing/access/with-people.ts';
import { plant } from '#server/testing/database/planted-rows.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { makePerson } from '#server/testing/people.ts';
import { testFiles } from '#server/testing/test-app.ts';
import { insertView } from '#server/views/views.store.ts';

import { erasePerson, reportPerson } from './person-report.ts';

interface Report {
  readonly tables: Readonly<Record<string, Readonly<Record<string, unknown>>[]>>;
  readonly others: string[];
}

async function start() {
  const service = await testService();
  const { db } = service.database;
  const report = async (who: string): Promise<Report> => JSON.parse(await reportPerson(db, who));
  return { service, db, report };
}

test('every table is reported, or listed as having nothing personal', async () => {
  const { db, report } = await start();
  // In each table a row of the person, which has their id wherever it can have one.
  const id = newId();
  await plant(db, id, { id, companyName: id });
  const { tables } = await report(id);
  for (const [table, { reported, found }] of Object.entries(personalTables))
    expect([table, table in tables]).toEqual([table, (reported ?? found) !== undefined]);
});

test('a client is reported with everything, and nothing of others or secret', async () => {
  const { service, db, report } = await start();
  const broker = await makePerson(db, 'broker');
  const phone = '+61491570159';
  const id = await submitLead(service, broker, { lastName: 'Erasable', phone });
  const other = await submitLead(service, broker, { lastName: 'Remaining' });
  const payload = attachmentForm(id);
  await service.call('POST', '/api/v1/attachment', { headers: broker.bearer, payload });
  const view = { list: 'leads', name: 'Call 0491 570 159', query: '' } as const;
  await insertView(db, { id: newId(), account_id: broker.accountId, ...view });
  for (const who of [id, phone, '+61 491 570 159']) {
    const { tables, others } = await report(who);
    expect(tables).toMatchObject({
      leads: [{ id, fields: { lastName: 'Erasable', phone } }],
      attachments: [{ lead_id: id, file_name: 'january.csv' }],
      changes: [{ kind: 'created' }, { kind: 'attached' }],
    });
    expect(others).toContainEqual(expect.stringMatching(/^views\.name \(1\): /));
    expect(JSON.stringify(tables)).not.toMatch(new RegExp(`Remaining|${other}|hash|encrypted`));
  }
  await expect(report('+61491570158')).rejects.toThrow('Nothing is stored about');
  await expect(report('0491 570 157')).rejects.toThrow('country code');
  await expect(report('nobody@clients.test')).rejects.toThrow('Nothing is stored about');
  const actions = await sql`select from audit_entries where details = '{"list":"person"}'`.execute(
    db,
  );
  expect(actions.rows).toHaveLength(3);
});

test('somebody with an account is reported without their clients', async () => {
  const { service, db, report } = await start();
  const broker = await makePerson(db, 'broker');
  await submitLead(service, broker, { lastName: 'Remaining' });
  const subject = { type: 'contact', id: broker.contactId } as const;
  await recordAction(db, { ...byCommand, action: 'operator-change', subject });
  const byEmail = await report(broker.email.toUpperCase());
  expect(byEmail.tables['audit_entries']).toContainEqual(
    expect.objectContaining({ kind: 'operator-change', subject_id: broker.contactId }),
  );
  expect(byEmail.tables).toMatchObject({
    accounts: [{ id: broker.accountId, email: broker.email }],
    contacts: [{ id: broker.contactId }],
    sessions: [{ account_id: broker.accountId }],
    keys: [{ account_id: broker.accountId }],
  });
  expect(JSON.stringify(byEmail)).not.toMatch(/Remaining|password_hash|key_hash|token_hash/);
  expect((await report(broker.accountId)).tables['accounts']).toEqual(byEmail.tables['accounts']);
});

test('a client is erased wherever they are', async () => {
  const { service, db, report } = await start();
  const files = testFiles(service);
  const [broker, other] = [await makePerson(db, 'broker'), await makePerson(db, 'broker')];
  const email = 'client@clients.test';
  const client = { lastName: 'Erasable', companyName: 'Erasable Pty', email };
  const leads = [
    await submitLead(service, broker, client),
    await submitLead(service, other, client),
  ];
  const remaining = await submitLead(service, other, { lastName: 'Remaining' });
  const [deal = ''] = await insertDeals(db, other, { name: 'Erasable' });
  const planned = await erasePerson(db, files, email, false);
  for (const id of leads) expect(planned).toContain(`Lead ${id}:`);
  expect((await report(email)).tables['leads']).toHaveLength(2);

  const done = await erasePerson(db, files, email, true);
  for (const id of leads) expect(done).toContain(`Lead ${id}:`);
  expect(await erasePerson(db, files, deal, true)).toContain(`Deal ${deal}:`);
  await expect(report(email)).rejects.toThrow('Nothing is stored');
  const stored = await sql<{ name: string }>`
    select fields ->> 'lastName' as name from leads where id = ${remaining}
    union all select fields::text from leads where id <> ${remaining} union all select name from deals`.execute(
    db,
  );
  expect(stored.rows.map(({ name }) => name)).toEqual(['Remaining', '{}', '{}', '']);
  for (const nobody of ['missing', 'nobody@clients.test', '+61491570158'])
    await expect(erasePerson(db, files, nobody, true)).rejects.toThrow('Nothing is stored');

  // A phone of two people.
  const phone = '+61491570159';
  const [ann, bob] = [
    await submitLead(service, broker, { firstName: 'Ann', lastName: 'One', phone }),
    await submitLead(service, other, { firstName: 'Bob', lastName: 'Two', phone }),
  ];
  await expect(erasePerson(db, files, phone, true)).rejects.toThrow(
    new RegExp(`Several people.*${[ann, bob].toSorted().join('.*')}`, 's'),
  );
  expect(await erasePerson(db, files, ann, true)).toContain(`Lead ${ann}:`);
  expect((await report(bob)).tables['leads']).toMatchObject([{ fields: { firstName: 'Bob' } }]);
});

test('nobody else is erased who has the same email', async () => {
  const { service, db, report } = await start();
  const files = testFiles(service);
  const [broker, other] = [await makePerson(db, 'broker'), await makePerson(db, 'broker')];
  // The broker’s email, typed in the lead of a client.
  const { email } = broker;
  const lead = await submitLead(service, other, { lastName: 'Remaining', email });
  const erase = async (who: string, isSure = true) => erasePerson(db, files, who, isSure);
  for (const isSure of [false, true])
    await expect(erase(email, isSure)).rejects.toThrow(
      new RegExp(`account ${broker.accountId}.*lead ${lead}`, 's'),
    );
  expect(await erase(lead)).toContain(`Lead ${lead}:`);

  // A contact of another partner has it too.
  const contact = { id: newId(), partner_id: other.partnerId, email };
  await db
    .insertInto('contacts')
    .values({ ...contact, first_name: 'Wilma', last_name: 'Other' })
    .execute();
  await expect(erase(email)).rejects.toThrow('Several people');
  expect(await erase(contact.id, false)).toContain(`Contact ${contact.id} (Wilma Other):`);
  expect((await report(email)).tables['accounts']).toMatchObject([{ id: broker.accountId }]);
});
