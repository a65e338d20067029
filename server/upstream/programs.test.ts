import { beforeAll, describe, expect, test } from 'vitest';

import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';
import { started } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { callsWith } from '#server/testing/upstream-stand-in/calls.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import { startInFrontOf } from '#server/testing/upstream-test-app.ts';

describe('programs with keys of the existing service', () => {
  const standIn = started(async () => startStandIn({ isSeeded: true }));
  const portal = started(async () => startInFrontOf(standIn.url, seeded.bea.token));
  beforeAll(async () => {
    const { db } = portal.testApp.database;
    for (const { token } of [seeded.ada, seeded.sol, seeded.ana, seeded.sam])
      await storeEnteredKey(
        db,
        testSecrets.apiKeys,
        (await makePerson(db, 'broker')).accountId,
        token,
      );
  });

  const as = (person: keyof typeof seeded) => callsWith(portal.origin, seeded[person].token);
  const create = async (fields: object) => {
    const { body } = await as('bea')('POST', '/lead', { fields });
    return (body as { id: string }).id;
  };
  const error = expect.any(String) as unknown;
  const forbidden = { status: 403, body: { error } };

  test('read a lead as the service shows it, without what it does not show', async () => {
    const id = await create({
      firstName: 'Noor',
      amountRequested: 50_000,
      dateOfBirth: '1980-02-03T00:00:00.000Z',
      businessAddress: { city: 'Hamilton', country: 'New Zealand' },
      notes: 'Call after five',
      anythingElse: 1,
    });
    const { body } = await as('bea')('GET', `/lead/${id}`);
    expect(body).toMatchObject({
      createdBy: 'user-bea',
      fields: {
        status: 'New',
        amountRequested: '50000.00',
        averageMonthlyTurnover: '',
        dateOfBirth: '1980-02-03',
        businessAddress: { fullAddress: 'Hamilton, New Zealand' },
        broker: { id: 'br-harbour', name: 'Harbour Finance' },
        brokerRep: { id: 'rep-bea', firstName: 'Bea', lastName: 'Harper' },
      },
    });
    for (const name of ['notes', 'anythingElse', 'brokerId'])
      expect(body).not.toHaveProperty(['fields', name]);
  });

  test('may do what the service lets the person do, and are told what it does not', async () => {
    const id = await create({ lastName: 'Seen' });
    const file = (entityId: string, type = 'Image', entityType = 'LEAD') => {
      const form = new FormData();
      const texts = { entityType, entityId, '[type]': type, '[fileName]': 'shop.png' };
      for (const [name, value] of Object.entries(texts))
        form.set(name.startsWith('[') ? `attachments[0]${name}` : name, value);
      form.set('attachments[0][file]', new Blob(['bytes']), 'upload');
      return form;
    };
    const fields = { lastName: 'Not mine' };
    for (const [person, path, expected] of [
      ['ada', `/lead/${id}`, { status: 200 }],
      ['sam', `/lead/${id}`, { status: 200 }],
      ['sol', `/lead/${id}`, forbidden],
      ['ana', `/lead/${id}`, forbidden],
    ] as const)
      expect(await as(person)('GET', path), person).toMatchObject(expected);
    for (const person of ['sam', 'sol'] as const) {
      expect(await as(person)('PATCH', `/LEAD/${id}`, { fields })).toMatchObject(forbidden);
      expect(await as(person)('POST', '/attachment', file(id))).toMatchObject(forbidden);
    }
    expect(await as('sam')('POST', '/lead', { fields })).toMatchObject(forbidden);
    for (const [person, owner] of [
      ['bea', { brokerRepId: 'rep-ada' }],
      ['ada', { brokerId: 'br-summit' }],
    ] as const)
      expect(await as(person)('POST', '/lead', { fields: { ...fields, ...owner } })).toMatchObject(
        forbidden,
      );
    for (const [form, status] of [
      [file('nothing'), 404],
      [file(id, 'Payslip'), 400],
      [file(id, 'Image', 'DEAL'), 400],
    ] as const)
      expect(await as('bea')('POST', '/attachment', form)).toMatchObject({
        status,
        body: { error },
      });
    expect(await standIn.attachments()).toEqual([]);
    expect(await as('ada')('POST', '/attachment', file(id))).toMatchObject({
      status: 200,
      body: { fields: { fileName: 'shop.png', type: 'Image', entityType: 'LEAD', entityId: id } },
    });
  });

  test('read the deals that the person may see', async () => {
    const { body } = await as('sol')('GET', '/deal');
    const [deal] = body as { id: string }[];
    expect(body).toHaveLength(4);
    expect(await as('sol')('GET', `/deal/${deal?.id}`)).toMatchObject({ status: 200, body: deal });
    expect(await as('bea')('GET', `/deal/${deal?.id}`)).toMatchObject(forbidden);
    expect(await as('bea')('GET', '/deal/nothing')).toMatchObject({ status: 404 });
  });

  test.for<Readonly<Record<string, unknown>>>([
    { phone: '021 555' },
    { amountRequested: '50,000' },
    { loanPurpose: 'Party' },
    { suitableProducts: ['LOC', 'Car'] },
    { dateOfBirth: '31/12/1980' },
    { businessAddress: { city: 'Perth', fullAddress: 'Perth' } },
    { brokerRepId: 'rep-nobody' },
  ])('are told by name which field the service rejects: %o', async (fields) => {
    const [name = ''] = Object.keys(fields);
    expect(await as('ada')('POST', '/lead', { fields })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(name) as unknown },
    });
  });
});
