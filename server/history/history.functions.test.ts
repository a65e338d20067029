import { expect, it } from 'vitest';

import { databases, openTestDatabase } from '#server/testing/database/databases.ts';

it.each(databases)(
  'only leads and deals are recorded, another table is rejected on %s',
  async (kind) => {
    const database = await openTestDatabase(kind);
    const { pool } = database;
    await pool.query('create table boats (id text, version integer)');
    await pool.query("insert into boats values ('b', 1)");
    await pool.query(`create trigger boats_created after insert on boats
    referencing new table as new_rows for each statement execute function record_creations()`);
    await pool.query(`create trigger boat_changed after update on boats
    referencing old table as old_rows new table as new_rows
    for each statement execute function record_changes()`);
    const rejected = 'The history has no entries of the table boats.';
    await expect(pool.query("insert into boats values ('c', 1)")).rejects.toThrow(rejected);
    await expect(pool.query('update boats set version = 2')).rejects.toThrow(rejected);
    expect((await pool.query('select from changes')).rows).toEqual([]);
    await database.close();
  },
);
