import { setTimeout as wait } from 'node:timers/promises';

import type { Pool } from 'pg';

import { databaseOn, openPool } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from '#server/testing/database/postgres-server.ts';
import { makePerson } from '#server/testing/people.ts';

/**
 * `npm run bench:locks`: for how long each kind of statement that a migration may have holds up
 * those who write leads, on a table of 10 million (`ROWS=…`), beside some that it must not have.
 */
const rows = Number(process.env['ROWS'] ?? 10_000_000);

const allowed = [
  'alter table leads add column colour text',
  "alter table leads add column tone text not null default 'red'",
  "alter table leads add constraint tone_check check (tone <> '') not valid",
  'create index concurrently if not exists leads_by_colour on leads (colour)',
  'create index if not exists leads_by_colour on leads (colour)',
  'create trigger coloured after insert on leads for each statement execute function seen()',
];
const rejected = [
  'create index leads_by_tone on leads (tone)',
  "alter table leads add constraint tone_checked check (tone <> '')",
];

/** Fills the table without its indexes and triggers, on which none of the statements depends. */
async function fill(pool: Pool, person: { partnerId: string; contactId: string }): Promise<void> {
  await pool.query(`
    do $$ declare each record; begin
      for each in select tgname as name from pg_trigger where tgrelid = 'leads'::regclass and not tgisinternal loop
        execute format('drop trigger %I on leads', each.name);
      end loop;
      for each in select indexrelid::regclass as name from pg_index where indrelid = 'leads'::regclass and not indisprimary
          and not exists (select from pg_constraint where conindid = indexrelid) loop
        execute format('drop index %s', each.name);
      end loop;
    end $$;
    create function seen() returns trigger language plpgsql as $$ begin return null; end $$`);
  for (let from = 0; from < rows; from += 500_000)
    await pool.query(
      `insert into leads (id, partner_id, contact_id, status, sub_status, created_at, updated_at, status_since, sub_status_since,
         created_by, updated_by, fields, search)
       select 'lead' || n, $1, $2, 'Submitted', 'New', now(), now(), now(), now(), 'x', 'x',
         jsonb_build_object('firstName', 'Huia', 'lastName', 'Tamati ' || n, 'companyName', 'Toroa Optics ' || n, 'phone', '+61491570156'),
         'huia tamati ' || n || ' toroa optics ' || n
       from generate_series($3::integer, $4::integer) as n`,
      [person.partnerId, person.contactId, from, Math.min(from + 500_000, rows) - 1],
    );
  await pool.query('vacuum analyze leads');
}

/** Runs a statement while another session changes a lead again and again; returns both times. */
async function measure(pool: Pool, statement: string) {
  const state = { isDone: false, longestMs: 0 };
  const write = async () => {
    while (!state.isDone) {
      const started = performance.now();
      await pool.query(`update leads set version = version + 1 where id = 'lead7'`);
      state.longestMs = Math.max(state.longestMs, performance.now() - started);
      await wait(2);
    }
  };
  const writer = write();
  await wait(500);
  const calmMs = state.longestMs;
  state.longestMs = 0;
  const started = performance.now();
  await pool.query(statement);
  const tookMs = performance.now() - started;
  state.isDone = true;
  await writer;
  return { tookMs, heldUpMs: state.longestMs, calmMs };
}

const postgres = await startPostgres();
const database = databaseOn(openPool({ connectionString: `${postgres.url}/postgres` }));
try {
  await migrate(database.db);
  await fill(database.pool, await makePerson(database.db, 'broker'));
  console.log(
    `| on ${rows.toLocaleString('en-AU')} leads | takes | holds a write up for | before |`,
  );
  console.log('| --- | --- | --- | --- |');
  for (const statement of [...allowed, ...rejected]) {
    const { tookMs, heldUpMs, calmMs } = await measure(database.pool, statement);
    const cells = [
      `\`${statement}\``,
      ...[tookMs, heldUpMs, calmMs].map((ms) => `${ms.toFixed(0)} ms`),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  await database.close();
  await postgres.stop();
}
