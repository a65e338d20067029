import { describe, expect, it } from 'vitest';

import type { Lead } from '#contract/v1/lead-records.ts';
import { leadFields, withLeadCalls } from '#server/testing/leads/lead-calls.ts';
import type { Person } from '#server/testing/people.ts';

describe('changing a lead', () => {
  const calls = withLeadCalls();
  const { service, broker, colleague, admin, stranger, support } = calls;
  const { made, read, fieldsOf } = calls;

  const change = async (person: Person, id: string, fields: object, headers = {}) =>
    service.as(person).patch(`/api/v1/LEAD/${id}`, { fields }, headers);

  it('does not change fields that are not sent, also of an address', async () => {
    const id = await made(broker, {
      ...leadFields,
      email: 'a@kauri.test',
      businessAddress: { addressLine1: '1 Quay Street', city: 'Auckland' },
    });
    const response = await change(broker, id, {
      lastName: 'Parata',
      businessAddress: { city: 'Napier' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json<Lead>().fields).toMatchObject({
      firstName: 'Aroha',
      lastName: 'Parata',
      email: 'a@kauri.test',
      businessAddress: { addressLine1: '1 Quay Street', city: 'Napier' },
    });
    expect(response.json()).toEqual((await read(broker, id)).json());
  });

  it('clears with null, and with "" where there is text', async () => {
    const id = await made(broker, {
      ...leadFields,
      email: 'a@kauri.test',
      homeOwner: 'Yes',
      dateOfBirth: '1984-03-14',
      amountRequested: 5,
      suitableProducts: ['LOC'],
      businessAddress: { city: 'Napier', country: 'New Zealand' },
      tradingAddress: { city: 'Napier' },
    });
    await change(broker, id, {
      email: '',
      homeOwner: null,
      dateOfBirth: '',
      amountRequested: null,
      suitableProducts: [],
      businessAddress: { city: '' },
      tradingAddress: null,
    });
    expect(await fieldsOf(id)).toMatchObject({
      email: '',
      homeOwner: '',
      dateOfBirth: '',
      amountRequested: '',
      suitableProducts: [],
      businessAddress: { city: '', country: 'New Zealand' },
      tradingAddress: { city: '', fullAddress: '' },
    });
  });

  it.each([
    ['a required field', { phone: '' }, 'phone'],
    ['a required field by null', { firstName: null }, 'firstName'],
    ['a number by ""', { amountRequested: '' }, 'amountRequested'],
    ['whose it is', { brokerRepId: null }, 'brokerRepId'],
    ['a read-only field', { subStatus: '' }, 'subStatus'],
  ])('cannot clear %s', async (_what, fields, path) => {
    const response = await change(broker, await made(broker), fields);
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toHaveProperty(path);
  });

  it('raises the version only if something changes', async () => {
    const id = await made(broker);
    const first = await read(broker, id);
    const same = await change(broker, id, {});
    expect(same.json()).toEqual(first.json());
    expect(same.headers.etag).toBe(first.headers.etag);
    expect((await change(broker, id, { firstName: 'Aroha' })).headers.etag).toBe(
      first.headers.etag,
    );
    const changed = await change(admin, id, { firstName: 'Hēmi' });
    expect(changed.headers.etag).not.toBe(first.headers.etag);
    expect(changed.json<Lead>().updatedBy).toBe(admin.accountId);
  });

  it('changes the ETag when the partner is renamed', async () => {
    const id = await made(broker);
    const { etag } = (await read(broker, id)).headers;
    await service.database.db
      .updateTable('partners')
      .set({ name: `Renamed ${id}` })
      .where('id', '=', broker.partnerId)
      .execute();
    const renamed = await service
      .as(broker)
      .get(`/api/v1/lead/${id}`, { 'if-none-match': String(etag) });
    expect(renamed.statusCode).toBe(200);
    expect(renamed.headers.etag).not.toBe(etag);
  });

  it('is rejected if somebody else has changed the lead meanwhile', async () => {
    const id = await made(broker);
    const seen = String((await read(broker, id)).headers.etag);
    expect((await change(broker, id, { firstName: 'Hēmi' }, { 'if-match': seen })).statusCode).toBe(
      200,
    );
    for (const stale of [seen, 'nonsense'])
      expect(
        (await change(admin, id, { firstName: 'Māia' }, { 'if-match': stale })).statusCode,
      ).toBe(412);
    // Behind a proxy that compresses, tags are weak: reading it again would never help.
    const etag = String((await read(broker, id)).headers.etag);
    const weak = await change(admin, id, { firstName: 'Māia' }, { 'if-match': `W/${etag}` });
    expect([weak.statusCode, weak.json().error]).toEqual([
      400,
      expect.stringContaining('send the tag without W/'),
    ]);
    expect((await change(admin, id, { firstName: 'Māia' }, { 'if-match': '*' })).statusCode).toBe(
      200,
    );
    expect((await fieldsOf(id)).firstName).toBe('Māia');
  });

  it('loses neither of two changes at the same time', async () => {
    const id = await made(broker);
    const changes = [
      { email: 'a@kauri.test' },
      { tradingName: 'Kauri' },
      { abn: '1' },
      { crn: '2' },
      { uen: '3' },
    ];
    await Promise.all(changes.map((fields) => change(broker, id, fields)));
    expect(await fieldsOf(id)).toMatchObject(Object.assign({}, ...changes));
  });

  it('moves to another contact of the partner by a partner admin alone', async () => {
    const id = await made(broker);
    expect((await change(broker, id, { brokerRepId: colleague.contactId })).statusCode).toBe(403);
    expect((await change(admin, id, { brokerRepId: stranger.contactId })).statusCode).toBe(403);
    expect((await change(admin, id, { brokerId: stranger.partnerId })).statusCode).toBe(403);
    const moved = await change(admin, id, { brokerRepId: colleague.contactId });
    expect(moved.json<Lead>().fields.brokerRep?.id).toBe(colleague.contactId);
    expect((await read(broker, id)).statusCode).toBe(403);
  });

  it('rejects in order: not found, no access, stale, invalid', async () => {
    const id = await made(broker);
    const wrong = { firstName: 7 };
    const stale = { 'if-match': '"stale"' };
    expect((await change(broker, 'nosuchlead', wrong, stale)).statusCode).toBe(404);
    expect((await change(stranger, id, wrong, stale)).statusCode).toBe(403);
    expect((await change(broker, id, wrong, stale)).statusCode).toBe(412);
    expect((await change(broker, id, wrong)).statusCode).toBe(400);
    expect((await change(support, id, wrong)).statusCode).toBe(403);
  });

  it('works at /lead too', async () => {
    const id = await made(broker);
    const response = await service
      .as(broker)
      .patch(`/api/v1/lead/${id}`, { fields: { firstName: 'Siân' } });
    expect(response.json<Lead>().fields.firstName).toBe('Siân');
  });
});
