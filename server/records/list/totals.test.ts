import { beforeEach, describe, expect, test } from 'vitest';

import { newId } from '#server/db/ids.ts';
import { started } from '#server/testing/access/with-people.ts';
import { bothDatabases, openTestDatabase } from '#server/testing/database/databases.ts';
import { makePartner } from '#server/testing/people.ts';

describe.each(bothDatabases)('totals on %s', (kind) => {
  let partnerId: string;
  let contacts: string[];
  const database = started(async () => openTestDatabase(kind));
  beforeEach(async () => {
    partnerId = (await makePartner(database.db)).id;
    contacts = Array.from({ length: 4 }, newId);
    const person = { partner_id: partnerId, first_name: 'A', last_name: 'B', email: 'a@b.test' };
    await database.db
      .insertInto('contacts')
      .values(contacts.map((id) => ({ ...person, id })))
      .execute();
  });

  const leads = (owners: readonly (string | undefined)[]) =>
    owners.map((contact_id = '') => ({
      id: newId(),
      partner_id: partnerId,
      contact_id,
      status: 'New',
      sub_status: 'Received',
      created_by: 'x',
      updated_by: 'x',
      fields: {},
      search: '',
    }));
  const insert = async (owners: readonly (string | undefined)[]) =>
    database.db.insertInto('leads').values(leads(owners)).execute();
  const stored = async () => {
    const rows = await database.db
      .selectFrom('lead_totals')
      .select(['contact_id', 'total'])
      .where('partner_id', '=', partnerId)
      .execute();
    return contacts.map((id) => rows.find((row) => row.contact_id === id)?.total ?? 0);
  };

  test('follow every insertion, change of owner and deletion, also of many records at once', async () => {
    const [one, two, three] = contacts;
    await insert([one, one, two, three, three, three]);
    expect(await stored()).toEqual([2, 1, 3, 0]);
    const of = (contact = '') => database.db.updateTable('leads').where('contact_id', '=', contact);
    await of(three)
      .set({ contact_id: one ?? '' })
      .execute();
    expect(await stored()).toEqual([5, 1, 0, 0]);
    await of(one).set({ status: 'Closed' }).execute();
    expect(await stored()).toEqual([5, 1, 0, 0]);
    await database.db.deleteFrom('leads').where('partner_id', '=', partnerId).execute();
    expect(await stored()).toEqual([0, 0, 0, 0]);
  });

  test('do not count what was rolled back', async () => {
    const undone = database.db.transaction().execute(async (tx) => {
      await tx.insertInto('leads').values(leads(contacts)).execute();
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await stored()).toEqual([0, 0, 0, 0]);
  });

  test('are correct after simultaneous changes, in any order of contacts', async () => {
    const [one, two, three, four] = contacts;
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
  });
});
