import { describe, expect, it } from 'vitest';

import { withService } from '#server/testing/access/with-people.ts';
import { bothDatabases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { insertListedLeads, linksIn, namesIn } from '#server/testing/leads/listed-leads.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

describe.each(bothDatabases)('lists on %s', (kind) => {
  const service = withService(kind);

  const get = async (person: Person, path: string) => service.as(person).get(`/api/v1/${path}`);

  it('order by the last activity; without one, by the creation', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const activity = [new Date(Date.UTC(2026, 0, 2)), null, new Date(Date.UTC(2026, 0, 3))];
    await insertListedLeads(service.database.db, person, 3, (index) => ({
      last_activity_at: activity[index],
    }));
    const order = 'lead?pageSize=2&sort=-lastActivityDate';
    expect(namesIn(await get(person, order))).toEqual(['No 2', 'No 0']);
    const { next = '' } = linksIn(await get(person, order));
    expect(namesIn(await get(person, next.slice(next.indexOf('lead?'))))).toEqual(['No 1']);
    expect(namesIn(await get(person, 'lead?sort=lastActivityDate'))).toEqual([
      'No 1',
      'No 0',
      'No 2',
    ]);
  });

  it('page through what others created and changed, with the newest first', async () => {
    const { db } = service.database;
    const person = await makePerson(db, 'broker');
    const admin = await makePerson(db, 'partner-admin', person.partnerId);
    const now = Date.now();
    // Two of ten days ago, two of today by the admin, and two of today by the reader, the last of
    // all; the admin changes one of each two.
    await insertListedLeads(db, person, 6, (index) => ({
      created_at: new Date(now - (index < 2 ? 864_000_000 : 60_000) + index),
      created_by: index === 2 || index === 3 ? admin.accountId : person.accountId,
    }));
    const leads = (await get(person, 'lead')).json<{ id: string }[]>();
    for (const index of [1, 3, 5])
      await service
        .as(admin)
        .patch(`/api/v1/lead/${leads[5 - index]?.id}`, { fields: { tradingName: 'Totara' } });
    const all = ['No 5', 'No 3', 'No 2', 'No 1'];
    for (const pageSize of [1, 2, 3, 4]) {
      const found: string[] = [];
      let path: string | undefined = `lead?changedSince=P7D&pageSize=${pageSize}`;
      while (path !== undefined) {
        const response = await get(person, path);
        expect(response.headers['x-total-count']).toBe('4');
        found.push(...namesIn(response));
        path = linksIn(response)['next']?.replace(/.*(?=lead\?)/, '');
      }
      expect(found, `${pageSize}`).toEqual(all);
    }
    expect(namesIn(await get(person, 'lead?changedSince=P7D&sort=createdAt'))).toEqual(
      all.toReversed(),
    );
  });

  it('count by status what matches the other filters, within what the reader may see', async () => {
    const { db } = service.database;
    const person = await makePerson(db, 'partner-admin');
    const states = [{}, {}, { status: 'Closed', sub_status: 'Cost' }];
    await insertListedLeads(db, person, 3, (index) => states[index] ?? {});
    await insertDeals(db, person, {});
    const counts = async (reader: Person, path: string) =>
      (await service.as(reader).get(`/portal/${path}`)).json().counts;
    const received = { status: 'New', subStatus: 'Received', total: 2 };
    const closed = { status: 'Closed', subStatus: 'Cost', total: 1 };
    const all = await counts(person, 'leads/counts');
    expect(new Set(all)).toEqual(new Set([received, closed]));
    expect(await counts(person, 'leads/counts?waitingOn=nobody')).toEqual([closed]);
    expect(
      await counts(
        await makePerson(db, 'partner-admin'),
        `leads/counts?brokerId=${person.partnerId}`,
      ),
    ).toEqual([]);
    expect(await counts(person, 'deals/counts')).toEqual([
      { status: 'Approved', subStatus: 'Offer Made', total: 1 },
    ]);
  });
});
