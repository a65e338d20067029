import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/**
 * Makes a migrated database one that the version before has migrated: with its table of migrations,
 * whose last one is `last`, in place of those of this version. The other tables are the same.
 */
export async function leaveAsVersionBefore(db: Db, last = '0116-keys'): Promise<void> {
  await sql`drop table schema_migrations, schema_migrations_lock, schema_files`.execute(db);
  await sql`create table kysely_migration
    (name varchar(255) primary key, "timestamp" varchar(255) not null)`.execute(db);
  await sql`create table kysely_migration_lock
    (id varchar(255) primary key, is_locked integer not null default 0)`.execute(db);
  await sql`insert into kysely_migration_lock values ('migration_lock', 0)`.execute(db);
  for (const name of ['0001-accounts', '0002-leads-and-deals', last])
    await sql`insert into kysely_migration values (${name}, '2026-11-28T09:30:00.000Z')`.execute(
      db,
    );
}
