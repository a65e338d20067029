import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { dealGroupsQuery, type GroupSum } from '#contract/portal/list-counts.ts';
import { parseQuery } from '#contract/query-string.ts';
import { groupsText } from '#server/records/list/list-groups.store.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { type ContactPerson, type Person } from '#server/testing/people.ts';

describe.each(databases)('the numbers of deals by status on %s', (kind) => {
  const { service, broker, admin, stranger, support } = withPeople(kind);
  beforeAll(async () => {
    await insert(broker, 'Kauri Joinery', ['Settled', 'Performing'], '50000.5');
    await insert(broker, 'Kauri Cafe', ['Approved', 'With ISO'], null);
    await insert(admin, 'Totara Homes', ['Settled', 'Performing'], '100000');
    await insert(admin, 'Totara Farms', ['Approved', 'Pending Stips'], '7');
    await insert(stranger, 'Kauri Far Away', ['Settled', 'Closed'], '900000');
  });

  const insert = async (
    person: ContactPerson,
    name: string,
    [status, subStatus]: readonly [string, string],
    amount: string | null,
  ) => insertDeals(service.database.db, person, { name, amount, status, sub_status: subStatus });
  /** Returns the statuses that have deals, with their numbers and sums. */
  const groups = async (person: Person, query = '') => {
    const response = await service.as(person).get(`/portal/deals/groups?by=status&${query}`);
    expect(response.statusCode).toBe(200);
    return response
      .json<{ groups: GroupSum[] }>()
      .groups.map(({ key, total, amount }) => [key, total, amount] as const)
      .toSorted(([one], [other]) => one.localeCompare(other));
  };

  it('counts and sums for a broker their own deals, for an admin the partner’s', async () => {
    expect(await groups(broker)).toEqual([
      ['Approved', 1, null],
      ['Settled', 1, '50000.50'],
    ]);
    expect(await groups(admin)).toEqual([
      ['Approved', 2, '7.00'],
      ['Settled', 2, '150000.50'],
    ]);
    expect(await groups(stranger)).toEqual([['Settled', 1, '900000.00']]);
  });

  it('counts for support everybody’s, and sums only what is one partner’s', async () => {
    expect(await groups(support)).toEqual([
      ['Approved', 2, null],
      ['Settled', 3, null],
    ]);
    const settled = ['Settled', 2, '150000.50'];
    expect(await groups(support, `brokerId=${broker.partnerId}`)).toContainEqual(settled);
    expect(await groups(support, `brokerRepId=${admin.contactId}`)).toContainEqual([
      'Settled',
      1,
      '100000.00',
    ]);
  });

  it('counts nothing of others, whatever the filters say', async () => {
    for (const filter of [
      `brokerId=${stranger.partnerId}`,
      `brokerRepId=${stranger.contactId}`,
      'q=away',
    ]) {
      expect(await groups(broker, filter)).toEqual([]);
      expect(await groups(admin, filter)).toEqual([]);
    }
    expect(await groups(broker, 'q=totara')).toEqual([]);
  });

  it('counts exactly the deals that the list has, whatever the filters', async () => {
    const filters = ['', 'q=kauri', 'waitingOn=client', 'subStatus=Performing', 'waitingOn=nobody'];
    const expectNumbersOfList = async () => {
      for (const person of [broker, admin, stranger, support])
        for (const filter of filters) {
          const found = await groups(person, filter);
          const all = found.reduce((sum, [, total]) => sum + total, 0);
          for (const [status, total] of [['', all] as const, ...found]) {
            const query = `${filter}${status && `&status=${encodeURIComponent(status)}`}`;
            const list = await service.as(person).get(`/api/v1/deal?${query}`);
            expect(Number(list.headers['x-total-count']), query).toBe(total);
          }
        }
    };
    await expectNumbersOfList();
    // Support's are stored: the same before and after the changes are added up.
    await sql`select fold_total_changes()`.execute(service.database.db);
    await expectNumbersOfList();
  });

  it('are read from stored totals for support, whose statement reads no deal', async () => {
    const reading = { ...parseQuery(dealGroupsQuery, new URLSearchParams('by=status')) };
    const request = {
      ...reading,
      scope: { everything: true } as const,
      readerId: support.accountId,
    };
    expect(groupsText('deals', request, '')).not.toMatch(/from deals/);
    const ofPartner = { ...request, brokerId: broker.partnerId };
    expect(groupsText('deals', ofPartner, '')).toMatch(/from deals/);
  });
});
