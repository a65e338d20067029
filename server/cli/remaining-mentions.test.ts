import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { filesFolder } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { makePerson } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/test-app.ts';

import { erase } from './erase-commands.ts';

const isText = /^_?(text|varchar|bpchar|jsonb?)$/;

/**
 * Writes a text into every column of the database that can have one, in a row of its own. Returns
 * the columns. The database refuses nothing any more afterwards.
 */
async function plant(db: Db, text: string): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    const { rows: checks } = await sql<{ statement: string }>`
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
      from pg_constraint where contype = 'c' and connamespace = current_schema()::regnamespace and conrelid <> 0`.execute(
      connection,
    );
    for (const { statement } of checks) await sql.raw(statement).execute(connection);
    const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
      select table_name as table, column_name as column, udt_name as type
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE'
        and is_generated = 'NEVER' and is_identity = 'NO'`.execute(connection);
    const value = (type: string) => {
      if (/^_(text|varchar)$/.test(type)) return sql`array[${text}]::text[]`;
      if (/^jsonb?$/.test(type)) return sql`${JSON.stringify({ deep: [text] })}::jsonb`;
      if (type.startsWith('_')) return sql`'{}'`;
      if (isText.test(type)) return sql`${text}::text`;
      if (type.startsWith('timestamp') || type === 'date') return sql`now()`;
      return type === 'bytea' ? sql`''` : type === 'bool' ? sql`false` : sql`77`;
    };
    const tables = Map.groupBy(columns, ({ table }) => table);
    for (const [table, own] of tables)
      await sql`insert into ${sql.table(table)} (${sql.join(own.map(({ column }) => sql.ref(column)))})
        values (${sql.join(own.map(({ type }) => value(type)))})`.execute(connection);
    await sql`set session_replication_role = origin`.execute(connection);
    return columns
      .filter(({ type }) => isText.test(type))
      .map(({ table, column }) => `${table}.${column}`);
  });
}

test('a person who is named in any text of the database is erased, or listed where', async () => {
  const service = await startTestApp('PostgreSQL');
  onTestFinished(async () => service.close());
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

  const files = folderStore(filesFolder(service.config));
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
