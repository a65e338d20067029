import { beforeAll, describe, expect, it } from 'vitest';

import type { BoardColumn } from '#contract/portal/deals.ts';
import { dealStatuses } from '#contract/v1/values.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { type ContactPerson, type Person } from '#server/testing/people.ts';

describe.each(databases)('the board of deals on %s', (kind) => {
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
  const columns = async (person: Person, query = '') => {
    const response = await service.as(person).get(`/portal/deals/board?${query}`);
    expect(response.statusCode).toBe(200);
    return response.json<{ columns: BoardColumn[] }>().columns;
  };
  /** Returns the columns that have deals, with their numbers and sums. */
  const filled = async (person: Person, query?: string) =>
    (await columns(person, query))
      .filter(({ total }) => total > 0)
      .map(({ status, total, amount }) => [status, total, amount]);

  it('has a column for each status, in their order, whether there are deals or not', async () => {
    for (const person of [broker, support])
      expect((await columns(person)).map(({ status }) => status)).toEqual([...dealStatuses]);
  });

  it('counts and sums for a broker their own deals, for an admin the partner’s', async () => {
    expect(await filled(broker)).toEqual([
      ['Approved', 1, null],
      ['Settled', 1, '50000.50'],
    ]);
    expect(await filled(admin)).toEqual([
      ['Approved', 2, '7.00'],
      ['Settled', 2, '150000.50'],
    ]);
    expect(await filled(stranger)).toEqual([['Settled', 1, '900000.00']]);
  });

  it('counts for support everybody’s, and sums only what is one partner’s', async () => {
    expect(await filled(support)).toEqual([
      ['Approved', 2, null],
      ['Settled', 3, null],
    ]);
    const settled = ['Settled', 2, '150000.50'];
    expect(await filled(support, `brokerId=${broker.partnerId}`)).toContainEqual(settled);
    expect(await filled(support, `brokerRepId=${admin.contactId}`)).toContainEqual([
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
      expect(await filled(broker, filter)).toEqual([]);
      expect(await filled(admin, filter)).toEqual([]);
    }
    expect(await filled(broker, 'q=totara')).toEqual([]);
  });

  it('counts exactly the deals that the list has, whatever the filters', async () => {
    const filters = ['', 'q=kauri', 'waitingOn=client', 'subStatus=Performing', 'waitingOn=nobody'];
    for (const person of [broker, admin, stranger, support])
      for (const filter of filters)
        for (const { status, total } of await columns(person, filter)) {
          const query = `${filter}&status=${encodeURIComponent(status)}`;
          const list = await service.as(person).get(`/api/v1/deal?${query}`);
          expect(Number(list.headers['x-total-count']), query).toBe(total);
        }
  });

  it('has only the columns of the filter by status', async () => {
    const shown = await columns(admin, 'status=Settled&status=Approved');
    expect(shown.map(({ status, total }) => [status, total])).toEqual([
      ['Approved', 2],
      ['Settled', 2],
    ]);
  });

  it('has the usual time in a status from ten completed stays, of one partner only', async () => {
    const usual = async (person: Person, query?: string) =>
      (await columns(person, query)).find(({ status }) => status === 'Settled')?.stageTime;
    expect(await usual(admin)).toBeNull();
    const { db } = service.database;
    const since = new Date(Date.now() - 48 * 60 * 60 * 1000);
    for (let stay = 0; stay < 10; stay += 1)
      for (const status of ['Settled', 'Approved'])
        await db
          .updateTable('deals')
          .set((eb) => ({
            status,
            ...(status === 'Settled' && { status_since: since }),
            version: eb('version', '+', 1),
            updated_via: 'operator',
          }))
          .where('name', '=', 'Totara Farms')
          .execute();
    expect(await usual(admin)).toMatchObject({ median: expect.closeTo(48 * 3_600_000, -6) });
    expect(await usual(broker)).not.toBeNull();
    expect(await usual(stranger)).toBeNull();
    expect(await usual(support)).toBeNull();
    expect(await usual(support, `brokerId=${broker.partnerId}`)).not.toBeNull();
  });
});
