import type { Updateable } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Home } from '#contract/portal/home.ts';
import type { Tables } from '#server/db/schema.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { waitForWriters } from '#server/testing/database/wait-for-writers.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';
import { type ContactPerson, makePerson, type Person } from '#server/testing/people.ts';

const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * day);

describe.each(databases)('the home page on %s', (kind) => {
  const [thisWeek, lastWeek] = [ago(3).toISOString(), ago(10).toISOString()];
  const weeks = `week=${lastWeek}&week=${thisWeek}`;

  const { service, broker, admin, stranger, support } = withPeople(kind);
  beforeAll(async () => {
    const { db } = service.database;
    for (const person of [broker, admin, stranger]) {
      await insertDeal(person, { name: 'Lent', status: 'Settled', sub_status: 'Performing' }, 50);
      await insertDeal(person, { name: 'Asked', sub_status: 'Pending info - with ISO' }, 9);
      await insertDeal(
        person,
        { name: 'Scrub', status: 'In Progress', sub_status: 'Scrubbing' },
        20,
      );
      const states = [
        // Its status says who it waits for, and since when.
        { status: 'With Broker', status_since: ago(12) },
        { status: 'Converted' },
        { sub_status: 'Cost', created_at: ago(5) },
      ];
      await insertListedLeads(db, person, 4, (index) => ({
        created_at: ago(1),
        status_since: ago(index),
        ...states[index],
      }));
    }
  });

  const insertDeal = async (
    person: ContactPerson,
    deal: { name: string; status?: string; sub_status: string; created_at?: Date },
    days: number,
  ) => {
    const [id = ''] = await insertDeals(service.database.db, person, {
      status: 'Additional Info Required',
      created_at: ago(60),
      ...deal,
      status_since: ago(days),
      sub_status_since: ago(days),
    });
    return id;
  };
  const changeDeal = async (id: string, change: Updateable<Tables['deals']>) =>
    service.database.db
      .updateTable('deals')
      .set((eb) => ({
        version: eb('version', '+', 1),
        updated_at: new Date(),
        updated_by: 'key',
        updated_via: 'operator',
        ...change,
      }))
      .where('id', '=', id)
      .execute();
  const home = async (person: Person, query = weeks) => {
    const response = await service.as(person).get(`/portal/home?${query}`);
    expect(response.statusCode).toBe(200);
    return response.json<Home>();
  };
  const listed = async (person: Person, path: string) => {
    const response = await service.as(person).get(`/api/v1/${path}`);
    expect(response.statusCode).toBe(200);
    return Number(response.headers['x-total-count']);
  };

  it('counts for a broker their own, for an admin the partner’s, for support everybody’s', async () => {
    for (const [person, times] of [
      [broker, 1],
      [admin, 2],
      [stranger, 1],
      [support, 3],
    ] as const) {
      expect((await home(person)).todo).toMatchObject({ leads: times, deals: times });
    }
  });

  it('has exactly the numbers of the lists to which it links', async () => {
    for (const person of [broker, admin, stranger, support]) {
      const { todo, weeks: byWeek, changed, owners } = await home(person);
      expect(await listed(person, 'lead?waitingOn=partner')).toBe(todo.listed.leads);
      expect(await listed(person, 'deal?waitingOn=partner')).toBe(todo.listed.deals);
      const outcomes = { converted: 'outcome=converted', others: 'outcome=open&outcome=ended' };
      for (const outcome of person === support ? [] : (['converted', 'others'] as const)) {
        const [before, now] = byWeek;
        expect(await listed(person, `lead?createdSince=${thisWeek}&${outcomes[outcome]}`)).toBe(
          now?.[outcome],
        );
        const weekBefore = `createdSince=${lastWeek}&createdBefore=${thisWeek}`;
        expect(await listed(person, `lead?${weekBefore}&${outcomes[outcome]}`)).toBe(
          before?.[outcome],
        );
      }
      for (const { since, leads, deals } of changed ? [changed] : []) {
        expect(await listed(person, `lead?changedSince=${since}`)).toBe(leads);
        expect(await listed(person, `deal?changedSince=${since}`)).toBe(deals);
      }
      const owner = person === support ? 'brokerId' : 'brokerRepId';
      for (const { id, leads, deals } of owners) {
        expect(await listed(person, `lead?${owner}=${id}&waitingOn=partner`)).toBe(leads);
        expect(await listed(person, `deal?${owner}=${id}&waitingOn=partner`)).toBe(deals);
      }
    }
    expect((await home(admin)).owners).toHaveLength(2);
    expect((await home(support)).owners).toHaveLength(2);
  });

  it('ignores another partner that somebody else than support names', async () => {
    const named = await home(broker, `${weeks}&partnerId=${stranger.partnerId}`);
    expect(named.todo).toEqual((await home(broker)).todo);
  });

  it('shows what others changed from first to last, until it is marked as read', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const id = await insertDeal(person, { name: 'Moves', sub_status: 'Pending info' }, 4);
    await changeDeal(id, { status: 'Approved', sub_status: 'Offer Made' });
    await changeDeal(id, { status: 'Contract Draft', sub_status: 'Contract Drafting' });
    await waitForWriters(service.database.db);
    const { changed } = await home(person);
    expect(changed).toMatchObject({ isFirst: true, leads: 0, deals: 1 });
    expect(changed?.latest).toMatchObject([
      {
        id,
        isCreated: false,
        statusChange: { from: 'Additional Info Required', to: 'Contract Draft' },
        subStatusChange: { from: 'Pending info', to: 'Contract Drafting' },
        fields: [],
        by: { isOperator: true, name: null },
      },
    ]);
    const mark = async (until?: string) => service.as(person).post('/portal/home/read', { until });
    expect((await mark(changed?.until)).json()).toEqual({ since: changed?.until });
    expect((await mark(lastWeek)).json()).toEqual({ since: changed?.until });
    expect((await home(person)).changed).toMatchObject({ isFirst: false, deals: 0, latest: [] });
    expect((await mark('9999-01-01T00:00:00Z')).json<{ since: string }>().since < '9').toBe(true);
    expect((await mark('0000-01-01T00:00:00Z')).statusCode).toBe(400);
  });

  it('counts a record once that others have both created and changed', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const deal = { name: 'New', sub_status: 'Pending info', created_at: ago(1) };
    const [one, other] = [await insertDeal(person, deal, 1), await insertDeal(person, deal, 1)];
    await changeDeal(one, { status: 'Approved', sub_status: 'Offer Made' });
    const colleague = await makePerson(service.database.db, 'partner-admin', person.partnerId);
    await changeDeal(one, {
      amount: '7.00',
      updated_by: colleague.accountId,
      updated_via: 'portal',
    });
    const { changed } = await home(person);
    expect(changed?.latest.map(({ id, isCreated }) => isCreated && id)).toEqual([one, other]);
    expect(changed?.latest[0]?.by).toEqual({ isOperator: true, name: expect.any(String) });
    expect(changed?.deals).toBe(2);
    expect(await listed(person, `deal?changedSince=${changed?.since}`)).toBe(2);
  });

  it('has no weeks before the year 1', async () => {
    const url = '/portal/home?week=0000-01-01T00:00:00Z';
    const response = await service.call('GET', url, { headers: broker.session });
    expect(response.json()).toHaveProperty('fields.week');
  });

  it('has the usual time in a status once ten records have left it', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const ids: string[] = [];
    for (let days = 1; days <= 10; days += 1)
      ids.push(await insertDeal(person, { name: 'Left', sub_status: 'Pending info' }, days));
    const stays = await insertDeal(person, { name: 'Stays', sub_status: 'Pending info' }, 30);
    const stageTimeOf = async (reader: Person) =>
      (await service.as(reader).get(`/portal/deals/${stays}/stage-time`)).json<{
        stageTime: { median: number; percentile90: number } | null;
      }>().stageTime;
    const leave = async (left: readonly string[]) =>
      Promise.all(
        left.map(async (id) => changeDeal(id, { status: 'Approved', sub_status: 'With ISO' })),
      );
    await leave(ids.slice(0, 9));
    expect(await stageTimeOf(person)).toBeNull();
    await leave(ids.slice(9));
    const typicalTime = await stageTimeOf(support);
    expect((typicalTime?.median ?? 0) / day).toBeCloseTo(5.5, 1);
    expect((typicalTime?.percentile90 ?? 0) / day).toBeCloseTo(9.1, 1);
    expect((await home(person)).todo.records[0]).toMatchObject({
      name: 'Stays',
      stageTime: typicalTime,
    });
    // Support sees the most overdue first, not the oldest.
    const older = {
      name: 'Older',
      status: 'Contract Requested',
      sub_status: 'Contract Pending Info',
    };
    await insertDeal(person, older, 40);
    expect((await home(person)).todo.records[0]).toMatchObject({ name: 'Older' });
    const ofPartner = await home(support, `partnerId=${person.partnerId}`);
    expect(ofPartner.todo.records.map(({ name }) => name).slice(0, 2)).toEqual(['Stays', 'Older']);
  });
});
