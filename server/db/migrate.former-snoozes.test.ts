import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

test.each(databases)(
  'a snooze becomes a follow-up on its day in UTC, or a record that is handed back, on %s',
  async (kind) => {
    const database = await openTestDatabase(kind);
    const { db, pool } = database;
    const { accountId, partnerId } = await makePerson(db, 'broker');
    await pool.query('drop table follow_ups, hand_backs');
    for (const [id, until] of [
      ['later', '2998-01-01T23:30:00Z'],
      ['ended', '2026-01-01T00:00:00Z'],
      ['until-the-lender-acts', null],
    ])
      await pool.query(
        'insert into snoozes (record_id, partner_id, account_id, until) values ($1, $2, $3, $4)',
        [id, partnerId, accountId, until],
      );
    for (const name of ['0118-follow-ups', '0120-outcomes']) {
      const migration = path.join(import.meta.dirname, `migrations/${name}.sql`);
      await pool.query(await readFile(migration, 'utf8'));
    }
    const { rows } = await pool.query('select record_id, day::text, is_held from follow_ups');
    expect(rows).toEqual([{ record_id: 'later', day: '2998-01-01', is_held: true }]);
    const handedBack = await pool.query('select record_id, account_id from hand_backs');
    expect(handedBack.rows).toEqual([
      { record_id: 'until-the-lender-acts', account_id: accountId },
    ]);
    await database.close();
  },
);
