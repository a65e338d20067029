import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/** Returns the tables of the portal, each after those that it refers to. */
export async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive depths as (
      select oid, 0 as depth from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname !~ '^(kysely|schema)_'
      union all
      select conrelid, depth + 1 from pg_constraint join depths on confrelid = depths.oid
      where contype = 'f' and conrelid <> confrelid
    )
    select relname::text as name from depths join pg_class using (oid)
    group by relname order by max(depth), relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the last migration of a schema. */
export async function lastMigration(db: Db): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select max(name) as name from schema_migrations`.execute(db);
  return rows[0]?.name ?? '';
}
