import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import fastify from 'fastify';
import pg from 'pg';

/**
 * The minimal service that lists and creates leads in `DATABASE_URL`: one Fastify handler with one
 * prepared, indexed query for the newest 20 leads of `PARTNER_ID`, and the rows unchanged; and one
 * handler that inserts the sent fields into a table with the columns and indexes of leads. No
 * credentials, no total, no checks, no history.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = fastify();
await pool.query('create table if not exists bare_leads (like leads including all)');

app.get('/leads', async () => {
  const { rows } = await pool.query<Record<string, unknown>>({
    name: 'leads',
    text: 'select * from leads where partner_id = $1 order by created_at desc, id desc limit 20',
    values: [process.env['PARTNER_ID']],
  });
  return rows;
});

app.post('/leads', async ({ body }) => {
  const { fields } = body as { fields: Readonly<Record<string, unknown>> };
  const id = randomUUID();
  await pool.query({
    name: 'lead',
    text: `insert into bare_leads (id, partner_id, contact_id, status, sub_status, created_by, updated_by, fields, search)
      values ($1, $2, $2, 'New', 'Received', $2, $2, $3, $4)`,
    values: [id, process.env['PARTNER_ID'], fields, Object.values(fields).join(' ').toLowerCase()],
  });
  return { id };
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', () => void app.close().then(async () => pool.end()));
console.log(`Listening on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
