import { expect, test } from 'vitest';

import { withService } from '#server/testing/access/with-people.ts';
import { fillWithLeads } from '#server/testing/filled-database.ts';

const leads = 60_000;
const service = withService('PostgreSQL');

test('words that most leads have leave out and add nothing, alone or with others', async () => {
  const { pool } = service.database;
  const admin = await fillWithLeads(pool.options.connectionString ?? '', leads);
  const expected = async (condition: string) => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from leads where ${condition} order by created_at desc, id desc limit 60`,
    );
    return rows.map(({ id }) => id);
  };
  const listed = async (query: string) => {
    const read = await service.as(admin).get(`/api/v1/lead?${query}`);
    const total = Number(read.headers['x-total-count'] ?? NaN);
    return { total, ids: read.json<{ id: string }[]>().map(({ id }) => id) };
  };
  const many = await expected(`search like '%trading%'`);
  expect(await listed('q=trading')).toEqual({ total: NaN, ids: many.slice(0, 20) });
  expect(await listed('q=trad&page=2')).toEqual({ total: NaN, ids: many.slice(20, 40) });
  const filtered = await expected(`search like '%trading%' and status = 'New'`);
  expect(await listed('q=trading&status=New')).toEqual({ total: NaN, ids: filtered.slice(0, 20) });

  const both = await expected(`search like '%trading%' and search like '%4711%'`);
  expect(both.length).toBeGreaterThan(5);
  expect(await listed('q=trading 4711&pageSize=100')).toMatchObject({ total: both.length });
  const found = await service.call('POST', '/portal/search', {
    headers: admin.session,
    payload: { q: 'trading 4711' },
  });
  expect(found.json<{ records: { id: string }[] }>().records[0]?.id).toBe(
    `lead${'4711'.padStart(20, '0')}`,
  );
  expect(await listed('q=trading nobody')).toMatchObject({ total: 0, ids: [] });
});
