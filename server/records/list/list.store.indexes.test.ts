import { expect, test } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { openTestDatabase } from '#server/testing/database/databases.ts';

const everyReader =
  'status, sub_status, status_since, sub_status_since, updated_at, converted_deal_id, has_attachments, has_request';
const partners = `${everyReader}, last_activity_at, amount_requested, created_by`;
const database = started(async () => openTestDatabase('PostgreSQL'));

test.each([
  ['a broker', 'leads_by_contact', `${partners} from leads where contact_id = 'a'`],
  ['an admin', 'leads_by_partner', `${partners}, contact_id from leads where partner_id = 'a'`],
  ['support', 'leads_by_creation', `${everyReader}, partner_id, contact_id from leads`],
])('%s filters and orders leads by their index alone', async (_, index, columns) => {
  const client = await database.pool.connect();
  // Few rows would be read and sorted.
  await client.query('begin; set local enable_seqscan = off; set local enable_sort = off');
  const { rows } = await client.query<Record<string, string>>(
    `explain select ${columns} order by created_at desc, id desc`,
  );
  await client.query('rollback');
  client.release();
  const plan = rows.flatMap((row) => Object.values(row)).join('\n');
  expect(plan).toContain(`Index Only Scan using ${index} `);
});
