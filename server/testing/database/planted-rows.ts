import { type RawBuilder, sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

const isText = /^_?(text|varchar|bpchar|jsonb?)$/;

/**
 * Writes a text into every column of the database that can have one, in a row of its own for each
 * table; JSON is `json`. Returns the columns. The database refuses nothing any more afterwards.
 */
export async function plant(
  db: Db,
  text: string,
  json: object = { deep: [text] },
): Promise<string[]> {
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
    const tables = Map.groupBy(columns, ({ table }) => table);
    for (const [table, own] of tables)
      await sql`insert into ${sql.table(table)} (${sql.join(own.map(({ column }) => sql.ref(column)))})
        values (${sql.join(own.map(({ type }) => toValue(type, text, json)))})`.execute(connection);
    await sql`set session_replication_role = origin`.execute(connection);
    return columns
      .filter(({ type }) => isText.test(type))
      .map(({ table, column }) => `${table}.${column}`);
  });
}

function toValue(type: string, text: string, json: object): RawBuilder<unknown> {
  if (/^_(text|varchar)$/.test(type)) return sql`array[${text}]::text[]`;
  if (/^jsonb?$/.test(type)) return sql`${JSON.stringify(json)}::jsonb`;
  if (type.startsWith('_')) return sql`'{}'`;
  if (isText.test(type)) return sql`${text}::text`;
  if (type.startsWith('timestamp') || type === 'date') return sql`now()`;
  return type === 'bytea' ? sql`''` : type === 'bool' ? sql`false` : sql`77`;
}
