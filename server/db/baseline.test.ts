import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, inject, onTestFinished, test } from 'vitest';

import { bothDatabases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { formerMigrations } from '#server/testing/database/former-migrations.ts';

import { type Database, databaseOn, databaseOnLite, type Db, openPool } from './connect.ts';
import { openLite } from './data-folder.ts';
import { newId } from './ids.ts';
import { migrate } from './migrate.ts';

/** Opens a new, empty database. */
async function openEmpty(kind: DatabaseKind): Promise<Database> {
  if (kind !== 'PostgreSQL') return databaseOnLite(await openLite({}));
  const url = inject('postgresUrl');
  const name = `empty_${newId()}`;
  const admin = openPool({ connectionString: `${url}/postgres`, max: 1 });
  await admin.query(`create database ${name}`);
  return databaseOn(openPool({ connectionString: `${url}/${name}` }), async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
}

const own = `relnamespace = 'public'::regnamespace and relname !~ '^(kysely|schema)_'`;

/** What the catalogs have, each as rows of a name and its definition. */
const catalogs: Readonly<Record<string, string>> = {
  tables: `
    select relname::text as name, concat_ws(' ', relkind, relpersistence, relreplident, reloptions::text,
      relrowsecurity::text, relacl::text) as definition
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'S') and ${own}`,
  columns: `
    select relname || '.' || attname as name, concat_ws(' ',
      row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod), attnotnull::text,
      attidentity, attgenerated, attstorage, attcompression, attstattarget::text, attcollation::regcollation::text,
      pg_get_expr(adbin, adrelid), pg_get_serial_sequence(quote_ident(relname), attname)) as definition
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm') and ${own}`,
  // PostgreSQL 18 names those of "not null", after what the column was called at first.
  constraints: `
    select relname || '.' || conname as name, concat_ws(' ', pg_get_constraintdef(pg_constraint.oid), convalidated::text) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid where contype <> 'n' and ${own}`,
  indexes: `
    select indexrelid::regclass::text as name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid::text,
      case when not indisprimary then row_number() over (partition by indrelid, indisprimary order by indexrelid) end) as definition
    from pg_index join pg_class on pg_class.oid = indrelid where ${own}`,
  functions: `
    select pg_proc.oid::regprocedure::text as name, concat_ws(' ', pg_get_functiondef(pg_proc.oid), proacl::text) as definition
    from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  triggers: `
    select relname || '.' || tgname as name, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal and ${own}`,
  views: `
    select relname::text as name, pg_get_viewdef(oid) as definition from pg_class where relkind in ('v', 'm') and ${own}`,
  sequences: `
    select sequencename::text as name, to_jsonb(pg_sequences)::text as definition
    from pg_sequences where schemaname = 'public' and sequencename !~ '^(kysely|schema)_'`,
  types: `
    select typname::text as name, typtype::text as definition from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r', 'm') `,
  extensions: `select extname::text as name, extversion as definition from pg_extension`,
  schemas: `select nspname::text as name, nspacl::text as definition from pg_namespace where nspname !~ '^pg_'`,
  settings: `
    select setrole::regrole::text as name, setconfig::text as definition from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())`,
  comments: `
    select objoid::text as name, description as definition from pg_description where objoid >= 16384
      and not exists (select from pg_depend where pg_depend.objid = pg_description.objoid and deptype = 'e')
      and classoid <> 'pg_extension'::regclass`,
};

async function readCatalogs(db: Db) {
  const found: Record<string, Record<string, string>> = {};
  for (const [catalog, text] of Object.entries(catalogs)) {
    const { rows } = await sql<{ name: string; definition: string }>`
      select * from (${sql.raw(text)}) as found order by name, definition`.execute(db);
    found[catalog] = Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
    expect(Object.keys(found[catalog]), catalog).toHaveLength(rows.length);
  }
  const rows: Record<string, string> = {};
  for (const [name, definition = ''] of Object.entries(found['tables'] ?? {}))
    if (definition.startsWith('r')) {
      const stored = await sql<{ rows: string }>`
        select coalesce(json_agg(one), '[]')::text as rows from ${sql.table(name)} as one`.execute(
        db,
      );
      rows[name] = stored.rows[0]?.rows ?? '';
    }
  return { ...found, rows };
}

describe.each(bothDatabases)('a new database on %s', (kind) => {
  test('has the schema that all former migrations make', async () => {
    const [former, latest] = [await openEmpty(kind), await openEmpty(kind)];
    onTestFinished(async () => {
      await former.close();
      await latest.close();
    });
    const migrator = new Migrator({ db: former.db, provider: formerMigrations });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    await migrate(latest.db);
    const [expected, found] = [await readCatalogs(former.db), await readCatalogs(latest.db)];
    expect(Object.values(expected).flatMap((entries) => Object.keys(entries))).toHaveLength(1_000);
    expect(found).toEqual(expected);
  });
});
