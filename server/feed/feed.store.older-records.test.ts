import { expect, test } from 'vitest';

import { testDatabase } from '#server/testing/access/with-people.ts';

import { presentEntry } from './feed.presenter.ts';
import { readFeed } from './feed.store.ts';

test('records that are older than history have a first entry, and their leads are the first in the feed', async () => {
  const { db, pool } = await testDatabase();
  // Without triggers: as versions without a history stored them, and as it then began.
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into partners (id, name) values ('p', 'Harbour');
    insert into contacts (id, partner_id, first_name, last_name, email) values ('c', 'p', 'Mia', 'Moss', 'mia@harbour.test');
    insert into accounts (id, email, name, role, partner_id, contact_id) values ('a', 'mia@harbour.test', 'Mia Moss', 'broker', 'p', 'c');
    insert into deals (id, partner_id, contact_id, name, status, sub_status, created_by, updated_by, search,
        created_at, updated_at, status_since, sub_status_since)
      values ('d', 'p', 'c', 'Kauri', 'Approved', 'Offer Made', 'a', 'a', '', now(), now(), now(), now());
    insert into leads (id, partner_id, contact_id, status, sub_status, created_by, updated_by, fields, search, created_via,
        created_at, updated_at, status_since, sub_status_since)
      select id, 'p', 'c', 'New', 'Received', 'a', 'a', fields::jsonb, '', 'unknown', at::timestamptz, now(), now(), now()
      from (values ('second', '{"lastName": "Reed"}', '2026-03-02'), ('first', '{"lastName": "Vale"}', '2026-03-01'))
        as old (id, fields, at);
    insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
      select 'lead', id, partner_id, contact_id, 'known', now(), created_by, 'portal',
        lead_values(fields, operator_fields, status, sub_status, contact_id, converted_deal_id, calls_made, last_call_at)
      from leads order by created_at, id;
    insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
      select 'deal', id, partner_id, contact_id, 'known', now(), created_by, created_via,
        deal_values(name, amount, operator_fields, status, sub_status, contact_id, calls_made, last_call_at)
      from deals order by created_at, id;
    insert into partner_changes (record_id, kind, at, via, current)
      select id, 'known', now(), 'unknown', partner_values(to_jsonb(partners)) from partners order by created_at, id;
    insert into partner_changes (record_id, kind, at, via, current)
      select id, 'known', now(), 'unknown', partner_values(to_jsonb(contacts)) from contacts order by created_at, id;
    insert into feed (position, change_id, partner_id)
      select row_number() over (order by id), id, partner_id from changes where via = 'portal';
    commit`);

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
  const entries = await readFeed(db, { after: 0, limit: 10, partnerId: null });
  expect(entries.map((entry) => presentEntry(entry, undefined).via)).toEqual([
    'unknown',
    'unknown',
    'portal',
  ]);
});
