import { expect, test } from 'vitest';

import type { Db } from '#server/db/connect.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { testDatabase } from '#server/testing/access/with-people.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

import { numberFeed, readFeed } from './feed.store.ts';

/** Creates a lead of a person and returns its id. */
async function create(tx: Db, { partnerId, contactId, accountId }: ContactPerson): Promise<string> {
  const owner = { partner_id: partnerId, contact_id: contactId };
  const by = { created_by: accountId, created_via: 'portal' } as const;
  const [id = ''] = await insertLeads(tx, { ...owner, ...by }, [smallestLead]);
  return id;
}

// The embedded database has one connection, and no second transaction beside another.
test('the feed has what a slow transaction did after what was committed while the transaction ran', async () => {
  const database = await testDatabase();
  const { db } = database;
  // The leads of one contact are created one after the other: they have one total.
  const [one, other] = [await makePerson(db, 'broker'), await makePerson(db, 'broker')];
  const read = async () => {
    await numberFeed(db);
    const rows = await readFeed(db, { after: 0, limit: 100, partnerId: null });
    return rows.map(({ number, changeId, recordId }) => ({ number, changeId, recordId }));
  };
  const [isCreated, mayCommit] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const slow = db.transaction().execute(async (tx) => {
    isCreated.resolve(await create(tx, one));
    await mayCommit.promise;
  });
  const early = await isCreated.promise;
  const late = await create(db, other);
  expect(await read()).toEqual([{ number: 1, changeId: 2, recordId: late }]);
  mayCommit.resolve();
  await slow;
  expect(await read()).toEqual([
    { number: 1, changeId: 2, recordId: late },
    { number: 2, changeId: 1, recordId: early },
  ]);
});
