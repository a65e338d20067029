import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';

import type { Deal } from '#contract/v1/deals.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

describe('deals on the operator’s side', () => {
  const { service, broker, operator } = withPeople();

  const create = async (fields: object) => operator.send('POST', '/deals', { fields });
  const newDeal = async (fields: object = {}) => {
    const response = await create({
      name: 'Rimu Roofing',
      brokerRepId: broker.contactId,
      ...fields,
    });
    return response.json<{ id: string }>().id;
  };
  const update = async (id: string, fields: object, headers = {}) =>
    operator.send('PATCH', `/deals/${id}`, { fields }, headers);
  const asBroker = async (id: string) =>
    (await service.as(broker).get(`/api/v1/deal/${id}`)).json<Deal>();
  const errorsOf = (response: LightMyRequestResponse) => response.json<ErrorBody>().fields;

  test('a new deal is its contact’s, at the first status', async () => {
    const id = await newDeal();
    const deal = await asBroker(id);
    expect(deal).toMatchObject({
      createdBy: operator.keyId,
      fields: {
        name: 'Rimu Roofing',
        amount: '',
        status: 'Application Received',
        subStatus: 'Banks In',
        brokerRep: { id: broker.contactId },
      },
    });
    const [created, ...others] = await service.database.db
      .selectFrom('changes')
      .selectAll()
      .where('record_id', '=', id)
      .execute();
    expect(created).toMatchObject({ kind: 'created', by: operator.keyId, via: 'operator' });
    expect(others).toEqual([]);
  });

  test('every field is stored as sent, found by search, and cleared', async () => {
    const fields = {
      amount: 125_000.5,
      watchers: [{ type: 'user', id: 'u-1' }],
      customer: { id: 'c-9', name: 'Totara Holdings' },
      callClientOrBroker: 'Call Client',
      loanType: 'Refinance',
      internalBdmUser: 'Rua',
      omNumberOfPayments: 52,
      omPaybackAmount: '130000.00',
      omTermDays: 364,
      omDeclineReasons: ['Serviceability', 'ATO debt'],
      omCollectionFrequency: 'Weekly',
      omPrincipalAmount: 1.25,
      omAdvanceID: 'ADV-1',
      omDateFunded: '2026-08-03',
      omAdvanceType: false,
      bankStatementsVendorLink: 'https://bank-data.test/v',
      bankStatementsUpdateLink: 'https://bank-data.test/u',
      applicationLink: 'http://apply.test/a',
      sfid: '0061',
      callOnBehalfOf: 'The broker desk',
      partnerLeadReferenceId: 'REF-7',
    };
    const id = await newDeal(fields);
    expect((await asBroker(id)).fields).toMatchObject({ ...fields, amount: '125000.50' });
    const found = await operator.send('GET', '/deals?q=totara+holdings');
    expect(found.json<Deal[]>().map((deal) => deal.id)).toEqual([id]);

    await update(id, { customer: null, omDeclineReasons: [], amount: null, name: 'Kowhai' });
    expect((await asBroker(id)).fields).toMatchObject({
      ...fields,
      name: 'Kowhai',
      amount: '',
      customer: null,
      omDeclineReasons: null,
    });
    const again = await operator.send('GET', '/deals?q=totara+holdings');
    expect(again.json()).toEqual([]);
    expect((await operator.send('GET', '/deals?q=kowhai')).json<Deal[]>()).toHaveLength(1);
  });

  test('a deal has only the sub-statuses of its status', async () => {
    const id = await newDeal();
    for (const status of dealStatuses) {
      const [subStatus] = dealSubStatuses[status];
      expect((await update(id, { status, subStatus })).statusCode).toBe(200);
      const other = status === 'Settled' ? 'Offer Made' : 'Performing';
      expect((await update(id, { subStatus: other })).statusCode).toBe(400);
    }
    const wrong = await update(id, { status: 'Approved' });
    expect(errorsOf(wrong)).toEqual({
      subStatus:
        'A deal that is Approved has one of: Pending Stips, Pending Presentation, Offer Made, With ISO.',
    });
    expect((await asBroker(id)).fields.status).toBe('Declined');
  });

  test('a deal goes to another contact of its partner, and to nobody else', async () => {
    const id = await newDeal();
    const colleague = await makePerson(service.database.db, 'broker', broker.partnerId);
    const stranger = await makePerson(service.database.db, 'broker');
    expect(errorsOf(await update(id, { brokerRepId: stranger.contactId }))).toEqual({
      brokerRepId: 'A deal stays with its partner. Send one of its contacts.',
    });
    expect(errorsOf(await update(id, { brokerRepId: 'nobody' }))).toHaveProperty('brokerRepId');
    const response = await update(id, { brokerRepId: colleague.contactId });
    expect(response.json<Deal>().fields.brokerRep?.id).toBe(colleague.contactId);
    const read = await service.as(broker).get(`/api/v1/deal/${id}`);
    expect(read.statusCode).toBe(403);
  });

  test('what is wrong with a new deal is said field by field, and none is created', async () => {
    const count = async () => (await operator.send('GET', '/deals')).headers['x-total-count'];
    const before = await count();
    expect(errorsOf(await create({}))).toEqual({
      name: 'Deal can’t be empty.',
      brokerRepId: 'Contact ID can’t be empty.',
    });
    const wrong = await create({
      name: 'Rimu',
      brokerRepId: broker.contactId,
      amount: 1.005,
      status: 'New',
      statusSinceDate: '2026-01-01',
      convertedDealId: 'a',
    });
    expect(Object.keys(errorsOf(wrong) ?? {}).toSorted()).toEqual(
      ['amount', 'convertedDealId', 'status', 'statusSinceDate'].toSorted(),
    );
    const unknown = await create({ name: 'Rimu', brokerRepId: 'nobody' });
    expect(errorsOf(unknown)).toEqual({ brokerRepId: 'This contact doesn’t exist.' });
    expect(await count()).toBe(before);
  });

  test('a change is based on the state that was read, and a call is recorded', async () => {
    const id = await newDeal();
    const read = await operator.send('GET', `/deals/${id}`);
    const seen = { 'if-match': String(read.headers['etag']) };
    expect((await operator.send('POST', `/deals/${id}/calls`, {})).json()).toMatchObject({
      numberOfCallsMade: 1,
    });
    const late = await update(id, { sfid: '1' }, seen);
    expect([late.statusCode, late.json<ErrorBody>().code]).toEqual([412, 'version-conflict']);
    const { fields, updatedAt } = await asBroker(id);
    expect(fields).toMatchObject({ numberOfCallsMade: 1, lastActivityDate: updatedAt });
  });
});
