import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { testService } from '#server/testing/access/with-people.ts';
import { plant } from '#server/testing/database/planted-rows.ts';
import { makePerson } from '#server/testing/people.ts';
import { testFiles } from '#server/testing/test-app.ts';

import { erase } from './erase-commands.ts';

test('a person who is named in any text of the database is erased, or listed where', async () => {
  const service = await testService();
  const { db } = service.database;
  const { bearer } = await makePerson(db, 'broker');
  const fields = {
    firstName: 'Zoë',
    lastName: 'Erasable',
    companyName: 'Kauri',
    phone: '+61491570156',
  };
  const made = await service.call('POST', '/api/v1/lead', { headers: bearer, payload: { fields } });
  const planted = await plant(db, 'ERASABLE, Zoë: 0491 570 156');
  expect(planted).toContain('views.name');
  // A job empties this queue at any moment.
  await sql`delete from total_changes`.execute(db);

  const files = testFiles(service);
  const { id } = made.json<{ id: string }>();
  for (const named of [
    ['lead', id],
    ['contact', fields.phone],
  ])
    expect(await erase(db, files, named)).toMatch(/^Named now[^]*^  views\.name \(1\)/m);
  const report = await erase(db, files, ['lead', id, '--yes']);
  const listed = [...report.matchAll(/^  (\w+\.\w+) \(\d+\)/gm)].map(([, column]) => column);
  const left: string[] = [];
  for (const place of planted) {
    const [table = '', column = ''] = place.split('.');
    const { rows } =
      await sql`select from ${sql.table(table)} where ${sql.ref(column)}::text ilike '%erasable%'`.execute(
        db,
      );
    if (rows.length > 0) left.push(place);
  }
  expect(new Set(listed)).toEqual(new Set(left));
  expect(left.length).toBeGreaterThan(100);
  expect(await erase(db, files, ['contact', '+61491570156', '--yes'])).toContain(
    '  views.name (1)',
  );
  await sql`insert into upstream_changes (record_id, kind, via, current)
    values ('theirs', 'changed', 'command', ${JSON.stringify({ phone: fields.phone })}::jsonb)`.execute(
    db,
  );
  expect(await erase(db, files, ['lead', 'theirs'])).toContain('  views.name (1)');
  expect(await erase(db, files, ['lead', 'theirs', '--yes'])).toContain('  views.name (1)');
});
