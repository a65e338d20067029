import { beforeAll, describe, expect, it } from 'vitest';

import type { Deal } from '#contract/v1/deals.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { type ContactPerson, type Person } from '#server/testing/people.ts';

describe('deals', () => {
  let full: string;
  let empty: string;

  const { service, broker, support, stranger } = withPeople();
  beforeAll(async () => {
    const customer = { id: 'customer-1', name: 'Kererū Roasters Limited' };
    full = await insert(broker, {
      name: 'Kererū Roasters',
      amount: '50000.5',
      status: 'Settled',
      sub_status: 'Performing',
      operator_fields: { customer, loanType: 'Renewal', omTermDays: 364 },
    });
    empty = await insert(broker, {
      name: 'Blue Gum',
      status: 'Approved',
      sub_status: 'Offer Made',
    });
    await insert(stranger, { name: 'Elsewhere', status: 'Approved', sub_status: 'With ISO' });
  });

  const insert = async (person: ContactPerson, deal: Parameters<typeof insertDeals>[2]) => {
    const by = { created_by: person.accountId, updated_by: person.accountId };
    const [id = ''] = await insertDeals(service.database.db, person, { ...by, ...deal });
    return id;
  };
  const get = async (person: Person, address: string, headers = {}) =>
    service.as(person).get(`/api/v1/deal${address}`, headers);
  const names = async (person: Person, query: string) =>
    (await get(person, query)).json<Deal[]>().map(({ fields }) => fields.name);

  it('are returned with all fields, two decimals, and the empty value of each kind of field', async () => {
    expect((await get(broker, `/${full}`)).json<Deal>().fields).toMatchObject({
      name: 'Kererū Roasters',
      amount: '50000.50',
      customer: { id: 'customer-1', name: 'Kererū Roasters Limited' },
      loanType: 'Renewal',
      omTermDays: 364,
      broker: { id: broker.partnerId },
      brokerRep: { id: broker.contactId },
    });
    expect((await get(broker, `/${empty}`)).json<Deal>().fields).toMatchObject({
      amount: '',
      customer: null,
      loanType: null,
      omTermDays: null,
      watchers: [],
      bankStatementsUpdateLink: null,
      partnerLeadReferenceId: '',
    });
  });

  it('are counted for their partner and for support', async () => {
    expect((await get(broker, '/nosuchdeal')).statusCode).toBe(404);
    expect((await get(broker, '')).headers['x-total-count']).toBe('2');
    expect((await get(support, '')).headers['x-total-count']).toBe('3');
  });

  it('return 304 to clients that have this version', async () => {
    const etag = String((await get(broker, `/${full}`)).headers.etag);
    expect((await get(broker, `/${full}`, { 'if-none-match': etag })).statusCode).toBe(304);
  });

  it('are searched, filtered and sorted', async () => {
    expect(await names(broker, '?q=kereru+limited')).toEqual(['Kererū Roasters']);
    expect(await names(support, '?status=Approved&subStatus=With+ISO')).toEqual(['Elsewhere']);
    expect(await names(broker, '?sort=amount')).toEqual(['Kererū Roasters', 'Blue Gum']);
    expect(await names(broker, '?sort=-amount')).toEqual(['Kererū Roasters', 'Blue Gum']);
    expect((await get(broker, '?status=New')).statusCode).toBe(400);
    expect((await get(broker, '?sort=amountRequested')).statusCode).toBe(400);
  });
});
