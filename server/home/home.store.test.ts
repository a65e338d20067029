import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { stageLimits } from '#contract/portal/stage-times.ts';
import { testDatabase } from '#server/testing/access/with-people.ts';
import { makePartner } from '#server/testing/people.ts';

import { listStageTimes } from './home.store.ts';

test('the usual time in a status is that of the latest stays, though earlier ones were recorded after them', async () => {
  const { db } = await testDatabase();
  const { id } = await makePartner(db);
  const stage = { table: 'leads', partner_id: id, status: 'New' } as const;
  const record = async (ended: string, days: number) =>
    sql`
      insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, former, former_status_since)
      select 'lead', 'lead' || n, ${id}, '', 'changed', ended, '', 'operator', '{"status": "New"}',
        ended - ${days} * interval '1 day'
      from generate_series(1, ${sql.lit(stageLimits.maxStays)}) as n, cast(${ended} as timestamptz) as ended`.execute(
      db,
    );
  await record('2026-11-20T00:00:00Z', 3);
  await record('2020-01-01T00:00:00Z', 90);
  const [typicalTime] = await listStageTimes(db, [stage]);
  expect(typicalTime?.median).toBe(3 * 24 * 60 * 60 * 1000);
});
