import { expect, it } from 'vitest';

import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

it.each(databases)(
  'only leads and deals have requests, another type is rejected on %s',
  async (kind) => {
    const database = await openTestDatabase(kind);
    const { db, pool } = database;
    const { partnerId, contactId } = await makePerson(db, 'broker');
    // The table rejects it too, until a migration adds a type of records.
    await pool.query('alter table requests drop constraint requests_record_type_check');
    const insert = pool.query(
      `insert into requests (id, record_type, record_id, partner_id, contact_id, kind, text, created_by, updated_by, updated_via)
      values ('r', 'boat', 'b', $1, $2, 'question', '', '', '', 'operator')`,
      [partnerId, contactId],
    );
    await expect(insert).rejects.toThrow('Records of the type boat have no requests.');
    expect((await pool.query('select from requests')).rows).toEqual([]);
    await database.close();
  },
);
