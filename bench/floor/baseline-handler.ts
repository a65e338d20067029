import type { AddressInfo } from 'node:net';

import fastify from 'fastify';
import pg from 'pg';

/**
 * The minimal service that lists leads from `DATABASE_URL`: one Fastify handler with one prepared,
 * indexed query for the newest 20 leads of `PARTNER_ID`, and the rows unchanged. No credentials, no
 * total, no checks.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = fastify();

app.get('/leads', async () => {
  const { rows } = await pool.query<Record<string, unknown>>({
    name: 'leads',
    text: 'select * from leads where partner_id = $1 order by created_at desc, id desc limit 20',
    values: [process.env['PARTNER_ID']],
  });
  return rows;
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', () => void app.close().then(async () => pool.end()));
console.log(`Listening on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
