import { describe, expect, it } from 'vitest';

import type { MarkedLead } from '#contract/portal/lead-list.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { insertListedLeads, linksIn, namesIn } from '#server/testing/leads/listed-leads.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

const followed = 'hasFollowUp=yes';
const ordered = `${followed}&sort=followUp`;

describe.each(databases)('follow-up days in lists on %s', (kind) => {
  const { service, broker: colleague, operator, support } = withPeople(kind);

  const get = async (person: Person, path: string) => {
    const response = await service.as(person).get(path);
    expect(response.statusCode, `${path}: ${response.body}`).toBe(200);
    return response;
  };
  const names = async (person: Person, query: string, list = '/portal/leads') =>
    namesIn(await get(person, `${list}?${query}`));
  const setDay = async (person: Person, path: string, day: string) =>
    service.as(person).put(`/portal/${path}/follow-up`, { day });
  /** Makes leads with these follow-up days of a new broker, and an admin of the same partner. */
  const makeFollowed = async (days: readonly (string | null)[]) => {
    const { db } = service.database;
    const broker = await makePerson(db, 'broker');
    const admin = await makePerson(db, 'partner-admin', broker.partnerId);
    await insertListedLeads(db, broker, days.length);
    const leads = (await get(broker, '/portal/leads?sort=createdAt')).json<MarkedLead[]>();
    for (const [index, day] of days.entries())
      if (day !== null) await setDay(broker, `leads/${leads[index]?.id}`, day);
    return { broker, admin, ids: leads.map(({ id }) => id) };
  };
  /** Returns the names on each page, from the first to the last by `next` or back by `prev`. */
  const walk = async (person: Person, first: string, rel: 'next' | 'prev') => {
    const pages: string[][] = [];
    let path: string | undefined = first;
    while (path !== undefined) {
      const response = await get(person, path);
      pages.push(namesIn(response));
      path = linksIn(response)[rel]?.replace(/^https?:\/\/[^/]+/, '');
    }
    return pages;
  };

  it('each person filters by and sees their own days', async () => {
    const { broker, admin, ids } = await makeFollowed(['2026-12-03', null, '2026-12-01']);
    await setDay(admin, `leads/${ids[1]}`, '2026-12-02');
    const days = async (person: Person) =>
      (await get(person, '/portal/leads?sort=createdAt'))
        .json<MarkedLead[]>()
        .filter(({ id }) => ids.includes(id))
        .map(({ followUp }) => followUp);
    expect(await days(broker)).toEqual(['2026-12-03', null, '2026-12-01']);
    expect(await days(admin)).toEqual([null, '2026-12-02', null]);
    expect(await names(broker, followed)).toEqual(['No 2', 'No 0']);
    expect(await names(broker, 'hasFollowUp=no')).toEqual(['No 1']);
    expect(await names(admin, followed)).toEqual(['No 1']);
    expect(await names(admin, 'hasFollowUp=no')).toEqual(['No 2', 'No 0']);
    // Support has none, whoever’s records it reads.
    const ofPartner = `brokerId=${broker.partnerId}`;
    expect(await names(support, `${ordered}&${ofPartner}`)).toEqual([]);
    expect(await names(support, `hasFollowUp=no&${ofPartner}`)).toHaveLength(3);
    const marked = await get(support, `/portal/leads?${ofPartner}`);
    expect(new Set(marked.json<MarkedLead[]>().map(({ followUp }) => followUp))).toEqual(
      new Set([null]),
    );
  });

  it('by a key: its owner’s days in the specified lists, none for a key of the operator', async () => {
    const { broker } = await makeFollowed([null, '2026-12-01']);
    const response = await service.call('GET', `/api/v1/lead?${ordered}`, {
      headers: broker.bearer,
    });
    expect(namesIn(response)).toEqual(['No 1']);
    // The specified response has no markers.
    expect(Object.keys(response.json()[0])).not.toContain('followUp');
    const path = `/leads?${ordered}&brokerRepId=${broker.contactId}`;
    expect((await operator.send('GET', path)).json()).toEqual([]);
  });

  it('the first day comes first; pages by cursor have each record once, both ways', async () => {
    const days = ['2026-12-05', null, '2026-12-01', '2026-12-03', '2026-12-03', '2025-01-31'];
    const { broker } = await makeFollowed(days);
    const inOrder = await names(broker, ordered);
    expect(inOrder).toEqual(['No 5', 'No 2', expect.any(String), expect.any(String), 'No 0']);
    expect(inOrder.slice(2, 4).toSorted()).toEqual(['No 3', 'No 4']);
    expect(await names(broker, `${followed}&sort=-followUp`)).toEqual(inOrder.toReversed());
    const response = await get(broker, `/portal/leads?${ordered}&pageSize=2`);
    expect(response.headers['x-total-count']).toBe('5');
    for (const [sort, all] of [
      ['followUp', inOrder],
      ['-followUp', inOrder.toReversed()],
    ] as const) {
      const path = `/portal/leads?${followed}&sort=${sort}&pageSize=2`;
      const pages = [all.slice(0, 2), all.slice(2, 4), all.slice(4)];
      expect(await walk(broker, path, 'next')).toEqual(pages);
      expect(await walk(broker, `${path}&page=3`, 'prev')).toEqual(pages.toReversed());
    }
  });

  it('an order by days needs the filter; a cursor with a day that does not exist is rejected', async () => {
    const { broker } = await makeFollowed(['2026-12-05']);
    for (const query of ['sort=followUp', 'sort=-followUp&hasFollowUp=no'])
      for (const list of ['/portal/leads', '/portal/deals', '/api/v1/lead']) {
        const { statusCode, body } = await service.as(broker).get(`${list}?${query}`);
        expect([statusCode, JSON.parse(body)]).toMatchObject([
          400,
          { code: 'invalid-fields', fields: { sort: expect.stringContaining('hasFollowUp=yes') } },
        ]);
      }
    for (const value of ['2026-02-30', '2026-12-05T00:00:00.000Z', '0000-01-01', '']) {
      const parts = ['followUp', 'next', value, 'a'.repeat(24)];
      const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
      const response = await service.as(broker).get(`/portal/leads?${ordered}&cursor=${cursor}`);
      expect(response.json(), value).toMatchObject({ code: 'invalid-cursor' });
    }
  });

  it('combines with a search, other filters and orders, numbers by status and groups', async () => {
    const { broker, ids } = await makeFollowed(['2026-12-05', '2026-12-03', null, '2026-12-04']);
    await operator.send('PATCH', `/leads/${ids[1]}`, { fields: { status: 'Closed' } });
    expect(await names(broker, `${ordered}&status=New`)).toEqual(['No 3', 'No 0']);
    expect(await names(broker, `${followed}&sort=-updatedAt`)).toHaveLength(3);
    expect(await names(broker, `${followed}&changedSince=P1D`)).toEqual(['No 1']);
    expect(await names(broker, `${ordered}&q=lead+3`)).toEqual(['No 3']);
    expect(await names(broker, `${followed}&q=lead`)).toHaveLength(3);
    expect(await names(broker, 'hasFollowUp=no&q=lead')).toEqual(['No 2']);
    const counted = await get(broker, `/portal/leads/counts?${followed}`);
    expect(counted.json().counts).toHaveLength(2);
    const { groups } = (await get(broker, `/portal/leads/groups?${followed}&by=status`)).json();
    expect(groups).toHaveLength(2);
  });

  it('a view that a partner shares counts each reader’s own days', async () => {
    const { broker, admin, ids } = await makeFollowed(['2026-12-05', '2026-12-03', null]);
    const view = {
      list: 'leads',
      name: 'Followed',
      query: ordered,
      isShared: true,
      isPinned: true,
    };
    const { id } = (await service.as(admin).post('/portal/views', view)).json<{ id: string }>();
    await service.as(broker).put(`/portal/views/${id}/pin`, { isPinned: true });
    await setDay(admin, `leads/${ids[0]}`, '2026-12-01');
    for (const [person, total] of [
      [broker, 2],
      [admin, 1],
    ] as const)
      expect((await get(person, '/portal/view-counts')).json()).toEqual([{ id, total }]);
  });

  it('an export has what its own reader follows up', async () => {
    const { broker, admin } = await makeFollowed(['2026-12-05', null]);
    for (const [person, total] of [
      [broker, 1],
      [admin, 0],
    ] as const) {
      const requested = { list: 'leads', query: ordered };
      const made = await service.as(person).post('/portal/exports', requested);
      const { id } = made.json<{ id: string }>();
      expect(made.json()).toMatchObject({ total });
      const rows = (await get(person, `/portal/exports/${id}/file`)).body.trim().split('\r\n');
      expect(rows).toHaveLength(1 + total);
    }
  });

  it('deals have days as leads do', async () => {
    const { db } = service.database;
    const [one = '', two = '', three = ''] = await insertDeals(
      db,
      colleague,
      { name: 'One' },
      { name: 'Two' },
      { name: 'Three' },
    );
    await setDay(colleague, `deals/${one}`, '2026-12-05');
    await setDay(colleague, `deals/${three}`, '2026-12-04');
    const listed = async (query: string) =>
      (await get(colleague, `/portal/deals?${query}`))
        .json<{ id: string; followUp: string | null }[]>()
        .map(({ id, followUp }) => [id, followUp]);
    expect(await listed(ordered)).toEqual([
      [three, '2026-12-04'],
      [one, '2026-12-05'],
    ]);
    expect(await listed('hasFollowUp=no')).toEqual([[two, null]]);
  });
});
