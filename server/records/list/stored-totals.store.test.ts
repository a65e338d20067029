import { expect, test } from 'vitest';

import { newId } from '#server/db/ids.ts';
import { bothDatabases, openTestDatabase } from '#server/testing/database/databases.ts';
import { makePartner } from '#server/testing/people.ts';

// The property of stored-totals.store.merge.test.ts has all that writers do.
test.each(bothDatabases)(
  'totals are correct after simultaneous changes, in any order of contacts, on %s',
  async (kind) => {
    const database = await openTestDatabase(kind);
    const partnerId = (await makePartner(database.db)).id;
    const contacts = Array.from({ length: 4 }, newId);
    const person = { partner_id: partnerId, first_name: 'A', last_name: 'B', email: 'a@b.test' };
    await database.db
      .insertInto('contacts')
      .values(contacts.map((id) => ({ ...person, id })))
      .execute();
    const insert = async (owners: readonly string[]) =>
      database.db
        .insertInto('leads')
        .values(
          owners.map((contact_id) => ({
            id: newId(),
            partner_id: partnerId,
            contact_id,
            status: 'New',
            sub_status: 'Received',
            created_by: 'x',
            updated_by: 'x',
            fields: {},
            search: '',
          })),
        )
        .execute();
    const stored = async () => {
      const rows = await database.db
        .selectFrom('lead_totals')
        .select(['contact_id', 'total'])
        .where('partner_id', '=', partnerId)
        .execute();
      return contacts.map((id) => rows.find((row) => row.contact_id === id)?.total ?? 0);
    };

    const [one = '', two = '', three = '', four = ''] = contacts;
    const orders = [
      contacts,
      contacts.toReversed(),
      [two, four, one, three],
      [three, one, four, two],
    ];
    await Promise.all(Array.from({ length: 24 }, async (_, n) => insert(orders[n % 4] ?? [])));
    expect(await stored()).toEqual([24, 24, 24, 24]);
    const swap = async (from = '', to = '') =>
      database.db.transaction().execute(async (tx) =>
        tx
          .updateTable('leads')
          .set({ contact_id: to })
          .where(
            'id',
            'in',
            tx
              .selectFrom('leads')
              .select('id')
              .where('contact_id', '=', from)
              .orderBy('id')
              .limit(3)
              .forUpdate()
              .skipLocked(),
          )
          .execute(),
      );
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => (n % 2 ? swap(one, two) : swap(two, one))),
    );
    const { rows } = await database.pool.query<{ contact_id: string; total: number }>(
      'select contact_id, count(*) as total from leads where partner_id = $1 group by contact_id',
      [partnerId],
    );
    const counted = contacts.map((id) => rows.find((row) => row.contact_id === id)?.total ?? 0);
    expect(await stored()).toEqual(counted);
    expect(counted.reduce((sum, total) => sum + total)).toBe(96);
    await database.close();
  },
);
