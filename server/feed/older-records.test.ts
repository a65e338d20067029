import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, inject, onTestFinished, test } from 'vitest';

import { databaseOn, openPool } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';

import { presentEntry } from './feed.presenter.ts';
import { readFeed } from './feed.store.ts';

const folder = path.join(import.meta.dirname, '..', 'db', 'migrations');

test('records that are older than history have a first entry, and their leads are the first in the feed', async () => {
  const pool = await createDatabase();
  const files = (await readdir(folder)).toSorted();
  const migrate = async (names: readonly string[]) => {
    for (const name of names) await pool.query(await readFile(path.join(folder, name), 'utf8'));
  };
  await migrate(files.filter((name) => name < '0020'));
  await pool.query(`
    insert into partners (id, name) values ('p', 'Harbour');
    insert into contacts (id, partner_id, first_name, last_name, email) values ('c', 'p', 'Mia', 'Moss', 'mia@harbour.test');
    insert into accounts (id, email, name, role, partner_id, contact_id) values ('a', 'mia@harbour.test', 'Mia Moss', 'broker', 'p', 'c');
    insert into deals (id, partner_id, contact_id, name, status, sub_status, created_by, updated_by, search)
      values ('d', 'p', 'c', 'Kauri', 'Approved', 'Offer Made', 'a', 'a', '');
    insert into leads (id, partner_id, contact_id, status, sub_status, created_by, updated_by, fields, search, created_at)
      values ('second', 'p', 'c', 'New', 'Received', 'a', 'a', '{"lastName": "Reed"}', '', '2026-03-02'),
        ('first', 'p', 'c', 'New', 'Received', 'a', 'a', '{"lastName": "Vale"}', '', '2026-03-01')`);
  await migrate(files.filter((name) => name >= '0020'));

  const { rows: changes } = await pool.query('select record_id, kind, current from changes');
  expect(changes).toMatchObject([
    { record_id: 'first', kind: 'known', current: { lastName: 'Vale', status: 'New' } },
    { record_id: 'second', kind: 'known', current: { lastName: 'Reed' } },
    { record_id: 'd', kind: 'known', current: { name: 'Kauri', status: 'Approved' } },
  ]);
  const { rows: partners } = await pool.query(
    'select record_id, kind, via, current from partner_changes order by id',
  );
  expect(partners).toMatchObject([
    { record_id: 'p', kind: 'known', via: 'unknown', current: { name: 'Harbour' } },
    {
      record_id: 'c',
      kind: 'known',
      via: 'unknown',
      current: { firstName: 'Mia', partnerId: 'p' },
    },
  ]);
  await pool.query(
    `update leads set fields = '{"lastName": "Reid"}', version = 2 where id = 'second'`,
  );
  const { rows: sources } = await pool.query('select distinct created_via from leads');
  expect(sources).toEqual([{ created_via: 'unknown' }]);
  await pool.query('select number_feed(10)');
  const { rows: feed } = await pool.query(
    'select position, record_id, kind from feed join changes on changes.id = change_id order by position',
  );
  expect(feed).toEqual([
    { position: 1, record_id: 'first', kind: 'known' },
    { position: 2, record_id: 'second', kind: 'known' },
    { position: 3, record_id: 'second', kind: 'changed' },
  ]);
  const entries = await readFeed(databaseOn(pool).db, { after: 0, limit: 10, partnerId: null });
  expect(entries.map((entry) => presentEntry(entry, undefined).via)).toEqual([
    'unknown',
    'unknown',
    'portal',
  ]);
});

/** Creates an empty database, without any migration. */
async function createDatabase() {
  const url = inject('postgresUrl');
  const name = `test_${newId()}`;
  const admin = openPool({ connectionString: `${url}/postgres`, max: 1 });
  await admin.query(`create database ${name}`);
  const pool = openPool({ connectionString: `${url}/${name}`, max: 1 });
  onTestFinished(async () => {
    await pool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return pool;
}
