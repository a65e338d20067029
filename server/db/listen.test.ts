import { beforeAll, describe, expect, it, test, vi } from 'vitest';

import { newId } from '#server/db/ids.ts';
import { started, testDatabase } from '#server/testing/access/with-people.ts';
import { bothDatabases, openTestDatabase } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import {
  makePartner,
  makePerson,
  type ContactPerson,
  disableAccount,
} from '#server/testing/people.ts';

type Owner = Pick<ContactPerson, 'partnerId' | 'contactId'>;

describe.each(bothDatabases)('notifications on %s', (kind) => {
  let first: ContactPerson;
  let second: ContactPerson;
  const payloads: string[] = [];
  const database = started(async () => openTestDatabase(kind));
  beforeAll(async () => {
    const partner = await makePartner(database.db);
    first = await makePerson(database.db, 'broker', partner.id);
    second = await makePerson(database.db, 'broker', partner.id);
    await database.listen('changes', (payload) => payloads.push(payload));
  });

  /** Inserts deals of each owner, in one statement. */
  async function newDeals(count: number, owners: readonly Owner[] = [first]): Promise<string[]> {
    const deals = owners.flatMap(({ partnerId: partner_id, contactId: contact_id }) =>
      Array.from({ length: count }, () => ({ partner_id, contact_id })),
    );
    return insertDeals(database.db, first, ...deals);
  }
  const owned = ({ partnerId, contactId }: Owner, ids: readonly string[] | null) => ({
    type: 'deal',
    partnerId,
    contactId,
    ids,
  });
  /** Waits until everything that was committed before has been notified. Returns the payloads. */
  async function drain(): Promise<string[]> {
    const end = newId();
    await database.pool.query(`select pg_notify('changes', '${end}')`);
    await expect.poll(() => payloads.includes(end)).toBe(true);
    return payloads.splice(0).filter((payload) => payload !== end);
  }
  /** Returns the notifications of a change, and the number of their payloads. */
  async function notified(change: () => Promise<unknown>) {
    await drain();
    await change();
    const seen = await drain();
    return { all: seen.flatMap((payload) => JSON.parse(payload) as unknown[]), count: seen.length };
  }

  it('name the record and its owner', async () => {
    let ids: string[] = [];
    const seen = await notified(async () => (ids = await newDeals(1)));
    expect(seen.all).toEqual([owned(first, ids)]);
  });

  it('name a reassigned record for its former contact too', async () => {
    const [id = ''] = await newDeals(1);
    const seen = await notified(async () =>
      database.db
        .updateTable('deals')
        .set({ contact_id: second.contactId, version: 2 })
        .where('id', '=', id)
        .execute(),
    );
    expect(seen.all).toContainEqual(owned(first, [id]));
    expect(seen.all).toContainEqual(owned(second, [id]));
  });

  it('are one for thousands of rows, which it does not name', async () => {
    const seen = await notified(async () => newDeals(3_000));
    expect(seen).toEqual({ all: [owned(first, null)], count: 1 });
  });

  it('of many owners are several, each within PostgreSQL’s limit', async () => {
    const { partnerId } = first;
    const people = Array.from({ length: 150 }, () => ({ partnerId, contactId: newId() }));
    const named = { partner_id: partnerId, first_name: 'A', last_name: 'B', email: 'a@b.test' };
    const contacts = people.map(({ contactId }) => ({ ...named, id: contactId }));
    await database.db.insertInto('contacts').values(contacts).execute();
    const seen = await notified(async () => newDeals(20, people));
    expect(seen.all).toHaveLength(150);
    expect(seen.count).toBeGreaterThan(1);
  });

  it('say which session ended, and whose account was disabled', async () => {
    const ended: string[] = [];
    const stop = await database.listen('session_ends', (payload) => ended.push(payload));
    const { id } = await database.db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', first.accountId)
      .executeTakeFirstOrThrow();
    await database.db.deleteFrom('sessions').where('id', '=', id).execute();
    await disableAccount(database.db, second);
    await expect.poll(() => ended).toEqual([id, second.accountId]);
    await stop();
  });
});

test('a lost connection is opened again, and says that notifications may have been missed', async () => {
  const database = await testDatabase();
  const onPayload = vi.fn();
  const onMissed = vi.fn();
  await database.listen('changes', onPayload, onMissed);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen changes'`,
  );
  await expect.poll(() => onMissed.mock.calls.length).toBe(1);
  await database.pool.query(`select pg_notify('changes', '[]')`);
  await expect.poll(() => onPayload.mock.calls).toEqual([['[]']]);
});
