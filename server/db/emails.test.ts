import { describe, expect, test } from 'vitest';

import { findAccount } from '#server/accounts/accounts.store.ts';
import { findContactsToJoin } from '#server/partners/partners.store.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { bothDatabases } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

import { newId } from './ids.ts';

const email = 'mike@kiwi.test';
/** Emails that lower() of some collation makes the same. */
const lookalikes = [
  'm\u0130ke@kiwi.test',
  'mike@k\u0130wi.test',
  'mi\u212Ae@kiwi.test',
  'm\u0131ke@kiwi.test',
];

// lower() of the embedded database maps all letters, as that of most servers does.
describe.each(bothDatabases)('emails on %s', (kind) => {
  const service = withService(kind);

  test('of look-alikes are of other accounts and contacts', async () => {
    const { db } = service.database;
    const { accountId, partnerId } = await makePerson(db, 'broker');
    await db.updateTable('accounts').set({ email }).where('id', '=', accountId).execute();
    const contact = { id: newId(), partner_id: partnerId, first_name: 'Mike', last_name: '' };
    await db
      .insertInto('contacts')
      .values({ ...contact, email })
      .execute();
    expect(await findAccount(db, 'MIKE@Kiwi.test')).toMatchObject({ id: accountId });
    expect(await findContactsToJoin(db, partnerId, 'MIKE@Kiwi.test')).toHaveLength(1);
    for (const other of lookalikes) {
      expect([other, await findAccount(db, other)]).toEqual([other, undefined]);
      expect([other, await findContactsToJoin(db, partnerId, other)]).toEqual([other, []]);
    }
  });

  test('have one account each, whatever the case of A to Z', async () => {
    const { db } = service.database;
    const add = async (of: string) => {
      const { accountId } = await makePerson(db, 'support');
      return db.updateTable('accounts').set({ email: of }).where('id', '=', accountId).execute();
    };
    await add('mia@kiwi.test');
    await add('m\u0130a@kiwi.test');
    await expect(add('Mia@KIWI.test')).rejects.toMatchObject({ code: '23505' });
  });
});
