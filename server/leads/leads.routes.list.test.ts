import { describe, expect, it } from 'vitest';

import type { Lead } from '#contract/v1/lead-records.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertListedLeads, linksIn, namesIn } from '#server/testing/leads/listed-leads.ts';
import { makePerson, type ContactPerson, type Person } from '#server/testing/people.ts';

describe.each(databases)('the list of leads on %s', (kind) => {
  const { service, support } = withPeople(kind);

  const fill = async (person: ContactPerson, count: number, of?: (index: number) => object) =>
    insertListedLeads(service.database.db, person, count, of);
  const get = async (person: Person, query: string) =>
    service.call('GET', query.startsWith('http') ? query : `/api/v1/lead${query}`, {
      headers: person.bearer,
    });
  const names = async (person: Person, query: string) => namesIn(await get(person, query));

  it('returns pages, newest first, with the total', async () => {
    const broker = await makePerson(service.database.db, 'broker');
    await fill(broker, 45);
    const first = await get(broker, '');
    expect(namesIn(first)).toHaveLength(20);
    expect(namesIn(first)[0]).toBe('No 44');
    expect(first.headers['x-total-count']).toBe('45');
    expect(Object.keys(linksIn(first))).toEqual(['first', 'next', 'last']);
    expect(linksIn(first)['last']).toMatch(/\?page=3&pageSize=20$/);
    expect(await names(broker, '?page=3')).toEqual(['No 4', 'No 3', 'No 2', 'No 1', 'No 0']);
    const past = await get(broker, '?page=9&pageSize=100');
    expect([past.statusCode, past.body, past.headers['x-total-count']]).toEqual([200, '[]', '45']);
    expect(linksIn(past)['prev']).toMatch(/\?page=1&pageSize=100$/);
    const farPast = await get(broker, '?page=99999999999999999999&status=New');
    expect([farPast.statusCode, farPast.body]).toEqual([200, '[]']);
    expect(linksIn(farPast)['prev']).toMatch(/\?page=3&status=New&pageSize=20$/);
  });

  it.each([
    'page=0',
    'page=x',
    'page=1.5',
    'page=-1',
    'pageSize=0',
    'pageSize=101',
    'page=1&page=2',
    'sort=name',
    'status=Open',
    'cursor=x',
    'cursor=W10',
    'page=%00',
  ])('rejects %s, naming the parameter', async (query) => {
    const response = await get(support, `?${query}`);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([query.split('=')[0]]);
  });

  it('ignores parameters it does not know', async () => {
    expect((await get(support, '?colour=red')).statusCode).toBe(200);
  });

  it('pages forwards and backwards repeat and lose no lead while leads are added', async () => {
    const broker = await makePerson(service.database.db, 'broker');
    await fill(broker, 50);
    const forwards = [];
    let at = await get(broker, '?pageSize=7');
    for (let next = linksIn(at)['next']; next; next = linksIn(at)['next']) {
      forwards.push(...namesIn(at));
      await fill(broker, 3, () => ({ created_at: new Date() }));
      at = await get(broker, next);
    }
    forwards.push(...namesIn(at));
    const all = Array.from({ length: 50 }, (_, index) => `No ${49 - index}`);
    expect(forwards).toEqual(all);

    const backwards = [...namesIn(at)];
    for (let prev = linksIn(at)['prev']; prev; prev = linksIn(at)['prev']) {
      at = await get(broker, prev);
      backwards.unshift(...namesIn(at));
    }
    expect(backwards.slice(-50)).toEqual(all);
    expect(backwards).toHaveLength(50 + 7 * 3);
    expect(linksIn(at)['prev']).toBeUndefined();
  });

  it('pages in every sort order, with records without an amount last in both directions', async () => {
    const broker = await makePerson(service.database.db, 'broker');
    await fill(broker, 9, (index) => ({
      fields: index % 3 === 0 ? {} : { amountRequested: 1_000 + (index % 2) * 500 },
      status_since: new Date(Date.UTC(2026, 0, 1 + (index % 4))),
      updated_at: new Date(Date.UTC(2026, 1, 9 - index)),
    }));
    const walk = async (sort: string): Promise<string[]> => {
      const found = [];
      let at = await get(broker, `?pageSize=2&sort=${sort}`);
      for (;;) {
        found.push(...at.json<Lead[]>());
        const { next } = linksIn(at);
        if (!next) return found.map(({ fields }) => `${fields.lastName} ${fields.amountRequested}`);
        at = await get(broker, next);
      }
    };
    const times = ['createdAt', 'updatedAt', 'statusSinceDate'];
    for (const sort of times.flatMap((time) => [time, `-${time}`])) {
      const found = await walk(sort);
      expect(new Set(found).size, sort).toBe(9);
    }
    expect(await walk('createdAt')).toEqual((await walk('-createdAt')).toReversed());
    expect(await walk('updatedAt')).toEqual(await walk('-createdAt'));
    const amounts = async (sort: string) => (await walk(sort)).map((name) => name.split(' ')[2]);
    const three = (amount: string) => [amount, amount, amount];
    expect(await amounts('amountRequested')).toEqual(['1000.00', '1500.00', ''].flatMap(three));
    expect(await amounts('-amountRequested')).toEqual(['1500.00', '1000.00', ''].flatMap(three));
  });

  it('rejects a cursor of another sort order', async () => {
    const broker = await makePerson(service.database.db, 'broker');
    await fill(broker, 3);
    const { next = '' } = linksIn(await get(broker, '?pageSize=1'));
    expect((await get(broker, `${next}&sort=updatedAt`)).statusCode).toBe(400);
  });

  it('filters by several statuses, with the total of the matches', async () => {
    const broker = await makePerson(service.database.db, 'broker');
    await fill(broker, 12, (index) => ({
      status: ['New', 'Closed', 'Converted'][index % 3],
      sub_status: index < 6 ? 'Cost' : 'Not ready',
    }));
    const either = await get(broker, '?status=Closed&status=Converted&pageSize=2');
    expect(either.headers['x-total-count']).toBe('8');
    expect(linksIn(either)['next']).toContain('status=Closed&status=Converted');
    const late = '?status=Closed&status=Converted&q=lead&pageSize=3&page=2&sort=createdAt';
    expect(await names(broker, late)).toEqual(['No 5', 'No 7', 'No 8']);
    expect((await get(broker, '?status=Closed&subStatus=Cost')).headers['x-total-count']).toBe('2');
    expect((await get(broker, '?status=Duplicate')).headers['x-total-count']).toBe('0');
  });

  it('returns the leads that each role can see, with their total', async () => {
    const { db } = service.database;
    const broker = await makePerson(db, 'broker');
    const partnerId = broker.partnerId;
    const [colleague, admin] = [
      await makePerson(db, 'broker', partnerId),
      await makePerson(db, 'partner-admin', partnerId),
    ];
    await fill(broker, 3);
    await fill(colleague, 2);
    const totals = [];
    for (const person of [broker, colleague, admin]) {
      const response = await get(person, '');
      expect(response.headers['x-total-count']).toBe(String(response.json<Lead[]>().length));
      totals.push(response.json<Lead[]>().length);
    }
    expect(totals).toEqual([3, 2, 5]);
    expect(Number((await get(support, '')).headers['x-total-count'])).toBeGreaterThan(5);
  });

  it('returns no total of more than 10,000 matches of a filter', async () => {
    const broker = await makePerson(service.database.db, 'broker');
    await service.database.pool.query(
      `insert into leads (id, partner_id, contact_id, status, sub_status, created_by, updated_by, fields, search)
       select 'many' || n, $1, $2, 'New', 'Received', 'x', 'x', '{}', 'many' from generate_series(1, 10001) as n`,
      [broker.partnerId, broker.contactId],
    );
    const filtered = await get(broker, '?status=New');
    expect(filtered.headers).not.toHaveProperty('x-total-count');
    expect(Object.keys(linksIn(filtered))).toEqual(['first', 'next']);
    expect((await get(broker, '')).headers['x-total-count']).toBe('10001');
    await service.database.pool.query(`delete from leads where id = 'many1'`);
    expect((await get(broker, '?q=many')).headers['x-total-count']).toBe('10000');
  });
});
