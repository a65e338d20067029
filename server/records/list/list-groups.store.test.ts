import { beforeAll, expect, it } from 'vitest';

import type { GroupSum } from '#contract/portal/list-counts.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

const { service, broker, admin, support } = withPeople();
beforeAll(async () => {
  const { db } = service.database;

  const won = { status: 'With Broker', sub_status: 'Call Back Customer' };
  const fields = [
    { amountRequested: '100.10', abn: '51824753556' },
    { amountRequested: '200.20', businessAddress: { country: ' Australia ' } },
    { amountRequested: '5000.00', nzbn: '9429000000000', abn: '' },
    { amountRequested: '7.00' },
    {},
  ];
  await insertListedLeads(db, broker, 5, (index) => ({ fields: fields[index] ?? {} }));
  await insertListedLeads(db, admin, 1, () => ({ ...won, fields: { amountRequested: '1.00' } }));
  await insertListedLeads(db, await makePerson(db, 'broker'), 1, () => won);
  const state = { amount: '12.50' };
  const waits = { ...state, sub_status: 'Pending Stips', has_request: true };
  await insertDeals(db, admin, state, waits, { ...waits, has_request: false });
});

const groups = async (person: Person, path: string) => {
  const response = await service.as(person).get(`/portal/${path}`);
  expect(response.statusCode, response.body).toBe(200);
  return response
    .json<{ groups: GroupSum[] }>()
    .groups.map(({ key, currency, total, amount }) => [key, currency, total, amount])
    .toSorted((one, other) => one.join().localeCompare(other.join()));
};

it('adds up the amounts of all that matches, by group and by the currency of the business', async () => {
  const ofBroker = [
    ['New', null, 2, '7.00'],
    ['New', 'AUD', 2, '300.30'],
    ['New', 'NZD', 1, '5000.00'],
  ];
  expect(await groups(broker, 'leads/groups?by=status')).toEqual(ofBroker);
  expect(await groups(admin, 'leads/groups?by=status')).toEqual([
    ...ofBroker,
    ['With Broker', null, 1, '1.00'],
  ]);
  expect(await groups(admin, 'leads/groups?by=contact&status=With+Broker')).toEqual([
    [admin.contactId, null, 1, '1.00'],
  ]);
  expect(await groups(broker, 'leads/groups')).toEqual([
    ['', null, 2, '7.00'],
    ['', 'AUD', 2, '300.30'],
    ['', 'NZD', 1, '5000.00'],
  ]);
});

it('groups by whom a record waits for, which a request decides first', async () => {
  expect(await groups(admin, 'leads/groups?by=waitingOn&status=With+Broker')).toEqual([
    ['partner', null, 1, '1.00'],
  ]);
  expect(await groups(admin, 'deals/groups?by=waitingOn')).toEqual([
    ['client', null, 1, '12.50'],
    ['partner', null, 2, '25.00'],
  ]);
});

it('adds up nothing for support but the amounts of one partner', async () => {
  expect(await groups(support, 'leads/groups?by=waitingOn')).toEqual([
    ['lender', null, 5, null],
    ['partner', null, 2, null],
  ]);
  expect(await groups(support, `deals/groups?by=status&brokerId=${admin.partnerId}`)).toEqual([
    ['Approved', null, 3, '37.50'],
  ]);
});
