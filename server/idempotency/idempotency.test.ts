import { describe, expect, it } from 'vitest';

import { withStatementLimit } from '#server/db/statement-limit.ts';
import { withService, testService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson, type ContactPerson, type Person } from '#server/testing/people.ts';

import { deleteOldKeys } from './idempotency.store.ts';

const given = {
  firstName: 'Aroha',
  lastName: 'Ngata',
  companyName: 'Kauri Joinery',
  phone: '+6490001234',
};

describe.each(databases)('creating leads with an Idempotency-Key on %s', (kind) => {
  let broker: ContactPerson;
  const service = withService(kind);

  const create = async (person: Person, key: string, fields: object = given) =>
    service.as(person).post('/api/v1/lead', { fields }, { 'idempotency-key': key });
  const count = async (person: Person) =>
    Number((await service.as(person).get('/api/v1/lead')).headers['x-total-count']);
  const newBroker = async () => (broker = await makePerson(service.database.db, 'broker'));

  it('creates one lead from 20 requests at the same time, with 20 equal responses', async () => {
    await newBroker();
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () => create(broker, 'once')),
    );
    expect(
      new Set(responses.map((response) => `${response.statusCode} ${response.body}`)).size,
    ).toBe(1);
    expect(responses[0]?.statusCode).toBe(200);
    expect(await count(broker)).toBe(1);
  });

  it('creates 20 leads from 20 requests with 20 keys', async () => {
    await newBroker();
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => create(broker, `key ${n}`)),
    );
    expect(responses.every((response) => response.statusCode === 200)).toBe(true);
    expect(await count(broker)).toBe(20);
  });

  it('rejects other content under the same key', async () => {
    await newBroker();
    await create(broker, 'k');
    const other = await create(broker, 'k', { ...given, firstName: 'Hēmi' });
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency-key-reused']);
    expect(await count(broker)).toBe(1);
  });

  it('repeats a rejection, even if the request would now succeed', async () => {
    await newBroker();
    const admin = await makePerson(service.database.db, 'partner-admin', broker.partnerId);
    const forContact = { ...given, brokerRepId: 'contact-to-be' };
    const rejected = await create(admin, 'k', forContact);
    expect(rejected.statusCode).toBe(403);
    await service.database.db
      .insertInto('contacts')
      .values({
        id: 'contact-to-be',
        partner_id: admin.partnerId,
        first_name: 'A',
        last_name: 'B',
        email: 'a@b.test',
      })
      .execute();
    const again = await create(admin, 'k', forContact);
    expect([again.statusCode, again.body]).toEqual([403, rejected.body]);
    expect((await create(admin, 'l', forContact)).statusCode).toBe(200);
    await service.database.pool.query(`delete from leads where contact_id = 'contact-to-be'`);
    await service.database.pool.query(`delete from contacts where id = 'contact-to-be'`);
  });

  it('repeats a 400 with its fields', async () => {
    await newBroker();
    const [one, two] = [await create(broker, 'k', {}), await create(broker, 'k', {})];
    expect([two.statusCode, two.body]).toEqual([400, one.body]);
    expect(two.json().fields).toHaveProperty('firstName');
  });

  it('stores a key per user, and stores no server errors', async () => {
    await newBroker();
    const other = await makePerson(service.database.db, 'broker');
    const [mine, theirs] = [
      await create(broker, 'k'),
      await create(other, 'k', { ...given, lastName: 'Reid' }),
    ];
    expect(theirs.statusCode).toBe(200);
    expect(theirs.json().id).not.toBe(mine.json().id);
  });

  it('does the work if the first attempt ended in a server error', async () => {
    await newBroker();
    const { pool } = service.database;
    await pool.query('alter table leads rename to leads_away');
    expect((await create(broker, 'k')).statusCode).toBe(500);
    await pool.query('alter table leads_away rename to leads');
    expect((await create(broker, 'k')).statusCode).toBe(200);
  });

  it.each(['', 'x'.repeat(256), 'schlüssel'])('rejects the key “%s”', async (key) => {
    await newBroker();
    expect((await create(broker, key)).statusCode).toBe(400);
  });

  it('deletes keys after a day', async () => {
    await newBroker();
    const age = async () =>
      service.database.pool.query(
        `update idempotency_keys set created_at = now() - interval '25 hours'`,
      );
    const first = await create(broker, 'k');
    await age();
    const second = await create(broker, 'k');
    expect(second.json().id).not.toBe(first.json().id);
    await age();
    await deleteOldKeys(service.database.db);
    const { rows } = await service.database.pool.query('select from idempotency_keys');
    expect(rows).toHaveLength(0);
  });
});

it('rejects a second request with 409 if the first is still running after the wait', async () => {
  const service = await testService();
  const { db, pool } = service.database;
  const broker = await makePerson(db, 'broker');
  const first = await pool.connect();
  await first.query('begin');
  await first.query(`insert into idempotency_keys values ($1, 'createLead', 'k', 'content')`, [
    broker.accountId,
  ]);
  const second = await withStatementLimit(500, async () =>
    service.app.inject({
      method: 'POST',
      url: '/api/v1/lead',
      headers: { ...broker.bearer, 'idempotency-key': 'k' },
      payload: { fields: given },
    }),
  );
  expect([second.statusCode, second.headers['retry-after']]).toEqual([409, '2']);
  expect(second.json().code).toBe('request-in-progress');
  await first.query('rollback');
  first.release();
});
