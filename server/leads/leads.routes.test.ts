import { describe, expect, it } from 'vitest';

import type { Lead } from '#contract/v1/lead-records.ts';
import { leadFieldNames } from '#contract/v1/leads.ts';
import { testService } from '#server/testing/access/with-people.ts';
import { leadFields, withLeadCalls } from '#server/testing/leads/lead-calls.ts';
import { makePerson } from '#server/testing/people.ts';

describe('a lead', () => {
  const calls = withLeadCalls('PostgreSQL', { env: { PUBLIC_URL: 'https://portal.example.test' } });
  const { broker, colleague, admin, stranger } = calls;
  const { create, made, read, fieldsOf } = calls;

  describe('when it is created', () => {
    it('returns the id, the links and the partner’s reference, and nothing else', async () => {
      const response = await create(broker, { ...leadFields, partnerLeadReferenceId: 'R-1' });
      const { id } = response.json<Lead>();
      expect(response.json()).toEqual({
        id,
        fields: {
          bankStatementsUpdateLink: `https://portal.example.test/leads/${id}`,
          applicationLink: `https://portal.example.test/leads/${id}`,
          partnerLeadReferenceId: 'R-1',
        },
      });
    });

    it('is new, belongs to its creator, and has the empty value of each kind of field', async () => {
      const lead = (await read(broker, await made(broker))).json<Lead>();
      expect(lead).toMatchObject({ createdBy: broker.accountId, updatedBy: broker.accountId });
      expect(lead.fields).toMatchObject({
        status: 'New',
        subStatus: 'Received',
        statusSinceDate: lead.createdAt,
        broker: { id: broker.partnerId },
        brokerRep: { id: broker.contactId, firstName: 'Pat', lastName: 'Moss' },
        phone: '+6490001234',
        email: '',
        nzbn: null,
        delegateTo: null,
        amountRequested: '',
        suitableProducts: [],
        numberOfCallsMade: 0,
        convertedDealId: '',
        businessAddress: { city: '', fullAddress: '' },
      });
    });

    it.each([null, ''])('takes %j as no value, in every field', async (nothing) => {
      const empty = Object.fromEntries(leadFieldNames.map((name) => [name, nothing]));
      const fields = await fieldsOf(await made(broker, { ...empty, ...leadFields }));
      const smallest = await fieldsOf(await made(broker));
      const { bankStatementsUpdateLink: _one, applicationLink: _other, ...same } = smallest;
      expect(fields).toMatchObject({
        ...same,
        statusSinceDate: expect.any(String),
        subStatusSinceDate: expect.any(String),
      });
    });

    it('stores every kind of field', async () => {
      const fields = await fieldsOf(
        await made(broker, {
          ...leadFields,
          firstName: '  Zoe\u0308 ',
          amountRequested: 50_000,
          dateOfBirth: '1984-03-14T00:00:00-05:00',
          suitableProducts: ['LOC', 'Business Loan'],
          notes: 'One\r\nTwo',
          abn: '51824753556',
          businessAddress: { addressLine1: '1 Quay Street', city: 'Auckland', country: null },
        }),
      );
      expect(fields).toMatchObject({
        firstName: 'Zoë',
        amountRequested: '50000.00',
        dateOfBirth: '1984-03-14',
        suitableProducts: ['LOC', 'Business Loan'],
        notes: 'One\nTwo',
        abn: '51824753556',
        businessAddress: {
          addressLine1: '1 Quay Street',
          city: 'Auckland',
          country: '',
          fullAddress: '1 Quay Street, Auckland',
        },
      });
    });

    it.each([
      ['what is required', {}, ['firstName', 'lastName', 'companyName', 'phone']],
      ['a read-only field', { ...leadFields, status: 'Closed' }, ['status']],
      ['an unknown field', { ...leadFields, favouriteColour: 'red' }, ['favouriteColour']],
      ['a number in quotes', { ...leadFields, amountRequested: '50000' }, ['amountRequested']],
      [
        'days that depend on a time zone',
        {
          ...leadFields,
          dateOfBirth: '1984-03-13T13:00:00.000Z',
          businessStartDate: '2015-06-30T16:00:00+00:00',
        },
        ['businessStartDate', 'dateOfBirth'],
      ],
      ['a phone without country code', { ...leadFields, phone: '0412 345 678' }, ['phone']],
      [
        'phones with a 0 or the country code too much',
        { ...leadFields, phone: '+610491570156', secondaryPhone: '+6161491570156' },
        ['phone', 'secondaryPhone'],
      ],
      [
        'the whole address',
        { ...leadFields, businessAddress: { fullAddress: 'x' } },
        ['businessAddress.fullAddress'],
      ],
      [
        'several at once',
        { ...leadFields, email: 'x', homeOwner: 'Maybe' },
        ['email', 'homeOwner'],
      ],
    ])('is rejected for %s, each error at its field', async (_what, fields, errors) => {
      const response = await create(broker, fields);
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json().fields).toSorted()).toEqual(errors.toSorted());
    });

    it('can be assigned to a colleague by a partner admin only', async () => {
      const forColleague = { ...leadFields, brokerRepId: colleague.contactId };
      expect((await create(broker, forColleague)).statusCode).toBe(403);
      const id = await made(admin, forColleague);
      expect((await read(colleague, id)).statusCode).toBe(200);
      expect((await read(broker, id)).statusCode).toBe(403);
    });

    it.each([
      ['another partner', () => ({ brokerId: stranger.partnerId })],
      ['another partner’s contact', () => ({ brokerRepId: stranger.contactId })],
      ['a contact that does not exist', () => ({ brokerRepId: 'nobody' })],
    ])('cannot be assigned to %s', async (_whom, owner) => {
      expect((await create(admin, { ...leadFields, ...owner() })).statusCode).toBe(403);
    });
  });

  describe('when it is read', () => {
    it.each(['nosuchlead', '%20', 'a'.repeat(90), '..%2F..%2Fetc'])(
      'is not found as %s',
      async (id) => {
        expect((await read(broker, id)).statusCode).toBe(404);
      },
    );

    it('returns 304 to clients that have this version', async () => {
      const id = await made(broker);
      const etag = String((await read(broker, id)).headers.etag);
      expect(etag).toMatch(/^"[^"]+"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await read(broker, id, { 'if-none-match': known });
        expect(response.statusCode).toBe(304);
        expect(response.body).toBe('');
        expect(response.headers.etag).toEqual(etag);
      }
      expect((await read(broker, id, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    });
  });
});

it('has links made from the operator’s templates', async () => {
  const service = await testService({
    env: {
      BANK_STATEMENTS_LINK: 'https://bank.example.test/{leadId}/start?lead={leadId}',
      APPLICATION_LINK: 'https://apply.example.test/{leadId}',
    },
  });
  const broker = await makePerson(service.database.db, 'broker');
  const response = await service.as(broker).post('/api/v1/lead', { fields: leadFields });
  const { id, fields } = response.json<Lead>();
  expect(fields).toMatchObject({
    bankStatementsUpdateLink: `https://bank.example.test/${id}/start?lead=${id}`,
    applicationLink: `https://apply.example.test/${id}`,
  });
});
