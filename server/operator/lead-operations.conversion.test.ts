import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import type { Deal } from '#contract/v1/deals.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { bulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';

describe.each(databases)('the conversion of a lead on %s', (kind) => {
  const { service, broker, operator } = withPeople(kind);

  const convert = async (id: string, fields: object = {}, headers = {}) =>
    operator.send('POST', `/leads/${id}/conversion`, { fields }, headers);
  const leadOf = async (id: string) => (await operator.send('GET', `/leads/${id}`)).json<Lead>();
  const dealOf = async (id: string) =>
    (await service.as(broker).get(`/api/v1/deal/${id}`)).json<Deal>();
  const dealCount = async () => (await operator.send('GET', '/deals')).headers['x-total-count'];

  test('creates the deal from the lead, and both tell of each other', async () => {
    const id = await submitLead(service, broker, {
      companyName: 'Miro Metals',
      amountRequested: 80_000,
      partnerLeadReferenceId: 'REF-1',
      callClientOrBroker: 'Call Broker',
    });
    const { dealId } = (await convert(id)).json<{ dealId: string }>();
    const lead = await leadOf(id);
    expect(lead.fields).toMatchObject({
      status: 'Converted',
      subStatus: 'Banks In',
      convertedDealId: dealId,
    });
    const deal = await dealOf(dealId);
    expect(deal.fields).toMatchObject({
      name: 'Miro Metals',
      amount: '80000.00',
      partnerLeadReferenceId: 'REF-1',
      callClientOrBroker: 'Call Broker',
      status: 'Application Received',
      subStatus: 'Banks In',
      brokerRep: { id: broker.contactId },
    });
    expect(lead.updatedAt > deal.createdAt).toBe(true);
    const { current } = await service.database.db
      .selectFrom('changes')
      .selectAll()
      .where('record_id', '=', id)
      .where('kind', '=', 'changed')
      .executeTakeFirstOrThrow();
    expect(current).toEqual({
      status: 'Converted',
      subStatus: 'Banks In',
      convertedDealId: dealId,
    });
    const found = await operator.send('GET', '/deals?q=aroha+miro');
    expect(found.json<Deal[]>().map((one) => one.id)).toEqual([dealId]);
  });

  test('takes the operator’s fields before those of the lead', async () => {
    const id = await submitLead(service, broker, { amountRequested: 80_000 });
    const fields = {
      name: 'Miro Metals – truck',
      amount: 75_500.25,
      partnerLeadReferenceId: null,
      status: 'In Progress',
      subStatus: 'Scrubbing',
      loanType: 'New',
    };
    const { dealId } = (await convert(id, fields)).json<{ dealId: string }>();
    expect((await dealOf(dealId)).fields).toMatchObject({
      ...fields,
      amount: '75500.25',
      partnerLeadReferenceId: '',
    });
  });

  test('happens once, however many ask at the same time', async () => {
    const id = await submitLead(service, broker);
    const before = Number(await dealCount());
    const responses = await Promise.all(Array.from({ length: 8 }, async () => convert(id)));
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    expect(Number(await dealCount())).toBe(before + 1);
    const { convertedDealId } = (await leadOf(id)).fields;
    const late = (await convert(id)).json<ErrorBody>();
    expect(late).toEqual({
      error: `This lead was already converted. Its deal is ${convertedDealId}.`,
      code: 'already-converted',
    });
  });

  test('returns the same deal for the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'convert-1' };
    const id = await submitLead(service, broker);
    const other = await submitLead(service, broker);
    const first = await convert(id, {}, key);
    expect(first.headers['idempotency-key']).toBe('convert-1');
    expect((await convert(id, {}, key)).json()).toEqual(first.json());
    const reused = await convert(other, {}, key);
    expect(reused.statusCode).toBe(422);
    expect(reused.json<ErrorBody>().code).toBe('idempotency-key-reused');
    expect((await leadOf(other)).fields.convertedDealId).toBe('');
  });

  test('is for good: the lead stays Converted, and everything else of it can change', async () => {
    const id = await submitLead(service, broker);
    await convert(id);
    const before = await leadOf(id);
    const set = async (fields: object) => operator.send('PATCH', `/leads/${id}`, { fields });
    const back = await set({ status: 'Closed', subStatus: 'With Broker' });
    expect([back.statusCode, back.json<ErrorBody>().code]).toEqual([409, 'already-converted']);
    expect(await leadOf(id)).toEqual(before);
    const extra = { status: 'Converted', subStatus: 'With Broker', loanType: 'New' };
    expect((await set(extra)).json<Lead>().fields).toMatchObject(extra);
  });

  test('lets the deal follow its lead to another contact, in both histories, unless the operator gave it away', async () => {
    const { db } = service.database;
    const admin = await makePerson(db, 'partner-admin', broker.partnerId);
    const id = await submitLead(service, broker);
    const { dealId } = (await convert(id)).json<{ dealId: string }>();
    const { etag } = (await operator.send('GET', `/deals/${dealId}`)).headers;
    const contacts = async () => {
      const { fields } = (await operator.send('GET', `/deals/${dealId}`)).json<Deal>();
      return [(await leadOf(id)).fields.brokerRepId, fields.brokerRep?.id];
    };
    const give = async ({ contactId: brokerRepId }: ContactPerson) =>
      service.as(admin).patch(`/api/v1/lead/${id}`, { fields: { brokerRepId } });
    await give(admin);
    expect(await contacts()).toEqual([admin.contactId, admin.contactId]);
    expect((await operator.send('GET', `/deals/${dealId}`)).headers['etag']).not.toBe(etag);

    const bulk = bulkChangeCalls(service);
    const change = { kind: 'reassign', brokerRepId: broker.contactId } as const;
    const made = await bulk.made(admin, { ids: [id] }, change);
    expect(await contacts()).toEqual([broker.contactId, broker.contactId]);
    await bulk.undone(admin, made.id);
    expect(await contacts()).toEqual([admin.contactId, admin.contactId]);
    const changes = db.selectFrom('changes').select(['former', 'by', 'via', 'bulk_change_id']);
    const changesOf = async (record: string) =>
      changes
        .where('record_id', '=', record)
        .where(sql<boolean>`former ? 'brokerRepId'`)
        .orderBy('id')
        .execute();
    expect(await changesOf(dealId)).toEqual(await changesOf(id));
    expect(await changesOf(dealId)).toHaveLength(3);

    const brokerRepId = broker.contactId;
    await operator.send('PATCH', `/deals/${dealId}`, { fields: { brokerRepId } });
    const other = await makePerson(db, 'broker', broker.partnerId);
    await give(other);
    expect(await contacts()).toEqual([other.contactId, broker.contactId]);
  });

  test('leaves nothing behind when it fails', async () => {
    const id = await submitLead(service, broker);
    const [before, count] = [await leadOf(id), await dealCount()];
    expect((await convert(id, { status: 'Approved', subStatus: 'Performing' })).statusCode).toBe(
      400,
    );
    expect((await convert(id, { brokerRepId: broker.contactId })).statusCode).toBe(400);
    expect((await convert(id, {}, { 'if-match': '"earlier"' })).statusCode).toBe(412);
    expect([await leadOf(id), await dealCount()]).toEqual([before, count]);
  });

  test('converts the lead of an erased person only with a name for the deal', async () => {
    const id = await submitLead(service, broker);
    const { db } = service.database;
    await db.updateTable('leads').set({ fields: {} }).where('id', '=', id).execute();
    expect((await convert(id)).json<ErrorBody>().fields).toHaveProperty('name');
    expect((await convert(id, { name: 'Client 12' })).statusCode).toBe(200);
  });
});
