import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import fastify from 'fastify';
import pg from 'pg';

/**
 * The minimal service that lists and creates leads in `DATABASE_URL`: one Fastify handler with one
 * prepared, indexed query for the newest 20 leads of `PARTNER_ID`, and the rows unchanged; and one
 * handler that inserts the sent fields into a table with the columns and indexes of leads. No
 * credentials, no total, no checks, no history. `/home/…` runs the SQL for what the home page of a
 * role counts and lists, `/pipeline/…` that for the numbers of deals by status. `/sql` runs its
 * `text`.
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
    text: `insert into bare_leads (id, partner_id, contact_id, status, sub_status, created_by, updated_by,
        created_at, updated_at, status_since, sub_status_since, fields, search)
      values ($1, $2, $2, 'New', 'Received', $2, $2, now(), now(), now(), now(), $3, $4)`,
    values: [id, process.env['PARTNER_ID'], fields, Object.values(fields).join(' ').toLowerCase()],
  });
  return { id };
});

app.get('/sql', async ({ query }) => {
  const { rows } = await pool.query<Record<string, unknown>>((query as { text: string }).text);
  return rows;
});

app.get('/home/:role', async ({ params, query }) => {
  const { role } = params as { role: string };
  const { week } = query as { week: string[] };
  const isSupport = role === 'support';
  const scope = isSupport ? '' : 'partner_id = $1 and';
  const values = isSupport ? [] : [process.env['PARTNER_ID']];
  const owner = isSupport ? 'partner_id' : 'contact_id';
  const counts = (table: string) =>
    `select ${owner}, status, sub_status, count(*) from ${table} where ${scope} true group by 1, 2, 3`;
  const oldest = (table: string, column: string, waiting: string) => `
    select r.* from (select id from ${table} where ${scope} ${waiting} order by ${column}, id limit 6) as oldest
    join ${table} as r using (id)`;
  const waitingLeads = isSupport
    ? `status in ('New', 'Attempting Contact', 'Work in progress', 'With Broker')`
    : `(status = 'With Broker' or sub_status = 'With Broker')`;
  const waitingDeals = isSupport
    ? `status not in ('Settled', 'Withdrawn', 'Declined')`
    : `sub_status in ('Pending info - with ISO', 'Pending info', 'Offer Made', 'With ISO', 'Contract Pending Info',
        'Contract Draft - Pending Info', 'Pre-Final Review - Pending Info', 'Final Review - Pending Info')`;
  const queries = [
    pool.query(counts('leads'), values),
    pool.query(counts('deals'), values),
    pool.query(oldest('leads', 'sub_status_since', waitingLeads), values),
    pool.query(oldest('deals', 'sub_status_since', waitingDeals), values),
  ];
  if (!isSupport)
    queries.push(
      pool.query(
        `select contact_id, width_bucket(created_at, $2::timestamptz[]) as week, status, sub_status, count(*) from leads
          where partner_id = $1 and created_at >= $3 group by 1, 2, 3, 4`,
        [...values, week, week[0]],
      ),
      pool.query(
        `select contact_id, count(*) from deals where id in (
          select id from deals where partner_id = $1 and created_at > now() - interval '7 days'
          union all select record_id from changes where partner_id = $1 and at > now() - interval '7 days'
            and kind in ('changed', 'call', 'attached', 'file-changed', 'file-withdrawn')) group by 1`,
        values,
      ),
    );
  const results = await Promise.all(queries);
  return results.map(({ rows }) => rows as unknown[]);
});

// The least that shows a change elsewhere: a page with one text, and what sets it in every page.
const streams = new Set<ServerResponse>();
app.get('/live', async (_request, reply) => {
  const script = `new EventSource('/live/events').onmessage = ({ data }) => { document.body.textContent = data; };`;
  return reply.type('text/html').send(`<body></body><script>${script}</script>`);
});
app.get('/live/events', async (_request, reply) => {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  streams.add(raw.once('close', () => streams.delete(raw)));
  return reply;
});
app.post('/live', async ({ body }) => {
  for (const stream of streams) stream.write(`data: ${(body as { text: string }).text}\n\n`);
  return {};
});

app.get('/pipeline/:role', async ({ params }) => {
  const { role } = params as { role: string };
  const { rows } = await (role === 'support'
    ? pool.query<Record<string, unknown>>('select status, count(*) from deals group by 1')
    : pool.query<Record<string, unknown>>(
        'select status, count(*), sum(amount) from deals where partner_id = $1 group by 1',
        [process.env['PARTNER_ID']],
      ));
  return rows;
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', () => {
  for (const stream of streams) stream.destroy();
  void app.close().then(async () => pool.end());
});
console.log(`Listening on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
