import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { erase } from '#server/cli/erase-commands.ts';
import { newId } from '#server/db/ids.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { plant } from '#server/testing/database/planted-rows.ts';
import { testFiles } from '#server/testing/test-app.ts';

import { personalTables } from './personal-tables.store.ts';

const tables = Object.entries(personalTables);
const list = (columns = '') => columns.split(' ').filter(Boolean);

describe.each(databases)('personal data by table on %s', (kind) => {
  const service = withService(kind);

  it('has every column with text in one place', async () => {
    const { db } = service.database;
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select table_name as table,
        array_remove(array_agg(case when udt_name ~ '^_?(text|varchar|bpchar|citext|name|jsonb?|xml|tsvector|inet)$'
          then column_name::text end), null) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE'
      group by table_name`.execute(db);
    const placed = tables.map(([table, { erased, texts, codes }]) => ({
      table,
      columns: [erased, texts, codes].flatMap(list).toSorted(),
    }));
    const stored = rows.map(({ table, columns }) => ({ table, columns: columns.toSorted() }));
    const byName = (a: { table: string }, b: { table: string }) => (a.table < b.table ? -1 : 1);
    expect(placed.toSorted(byName)).toEqual(stored.toSorted(byName));
  });

  it('erases what it says of a client, and leaves the rest', async () => {
    const { db } = service.database;
    const id = newId();
    const contacts = { phone: '+61491570156', secondaryEmail: 'client@clients.test' };
    // In every column a text of the client; in JSON one that nothing is found by.
    await plant(db, id, {
      id,
      companyName: id,
      partnerLeadReferenceId: 'personal',
      ...contacts,
      texts: contacts,
    });
    const listStored = async () => {
      const columns = tables.flatMap(([table, { erased, texts }]) =>
        [erased, texts].flatMap(list).map((column) => ({ table, column })),
      );
      const found = columns.map(async ({ table, column }) => {
        const { rows } = await sql`select from ${sql.table(table)} as one
          where case when pg_typeof(${sql.ref(column)})::text like 'json%' then ${sql.ref(column)}::text like '%personal%'
            else ${sql.ref(column)}::text ~ ${`${id}|491570156`} end`.execute(db);
        return rows.length > 0 ? [`${table}.${column}`] : [];
      });
      return (await Promise.all(found)).flat();
    };
    const before = await listStored();
    const run = async (...args: string[]) => erase(db, testFiles(service), [...args, '--yes']);
    await run('lead', id);
    await run('contact', contacts.phone);
    const left = await listStored();
    const expected = tables.flatMap(([table, { erased }]) =>
      list(erased).map((column) => `${table}.${column}`),
    );
    expect(before.filter((place) => !left.includes(place))).toEqual(expected);
  });
});
