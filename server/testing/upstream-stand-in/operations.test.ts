import { afterAll, beforeAll, expect, test } from 'vitest';

import { callsWith } from './calls.ts';
import { seeded } from './records/seed-people.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn({ isSeeded: true });
});
afterAll(async () => standIn.close());

const as = (person: keyof typeof seeded) => callsWith(standIn.url, seeded[person].token);
const create = async (fields: object, person: keyof typeof seeded = 'bea') => {
  const { body } = await as(person)('POST', '/lead', { fields });
  return (body as { id: string }).id;
};

test('creating a lead returns its id and three fields, and the lead can be read as a record', async () => {
  const created = await as('bea')('POST', '/lead', {
    fields: {
      firstName: 'Noor',
      lastName: 'Sample',
      phone: '+6490000199',
      amountRequested: 50_000,
      dateOfBirth: '1980-02-03T00:00:00.000Z',
      businessAddress: { city: 'Hamilton', country: 'New Zealand' },
      partnerLeadReferenceId: 'FD-1',
      notes: 'Call after five',
      anythingElse: 1,
    },
  });
  const { id } = created.body as { id: string };
  const url = expect.stringMatching(/^https:/) as unknown;
  expect(created).toMatchObject({ status: 200 });
  expect(created.body).toEqual({
    id,
    fields: { bankStatementsUpdateLink: url, applicationLink: url, partnerLeadReferenceId: 'FD-1' },
  });

  const { status, body } = await as('bea')('GET', `/lead/${id}`);
  expect(status).toBe(200);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
  expect(body).toEqual({
    id,
    createdAt: time,
    createdBy: 'user-bea',
    updatedAt: time,
    updatedBy: 'user-bea',
    fields: expect.objectContaining({
      status: 'New',
      subStatus: 'Received',
      amountRequested: '50000.00',
      averageMonthlyTurnover: '',
      dateOfBirth: '1980-02-03',
      broker: { id: 'br-harbour', name: 'Harbour Finance' },
      brokerRep: { id: 'rep-bea', firstName: 'Bea', lastName: 'Harper' },
      suitableProducts: [],
    }) as unknown,
  });
  expect(body).toHaveProperty('fields.businessAddress.fullAddress', 'Hamilton, New Zealand');
  for (const unlisted of ['notes', 'anythingElse', 'brokerId'])
    expect(body).not.toHaveProperty(['fields', unlisted]);
  const stored = (await standIn.leads()).find((lead) => lead.id === id);
  expect(stored?.submitted).toMatchObject({ notes: 'Call after five' });
});

test('lists are plain arrays, newest first, without count, search or sort order', async () => {
  const newest = await create({ lastName: 'Newest' });
  const plain = await as('bea')('GET', '/lead?page=1&pageSize=3');
  const asked = await as('bea')('GET', '/lead?page=1&pageSize=3&q=zzz&sort=createdAt&status=No');
  expect(plain.body).toMatchObject([{ id: newest }, {}, {}]);
  expect(asked.body).toEqual(plain.body);
  expect([...plain.headers.keys()].toSorted()).toEqual([
    'connection',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
  ]);
});

test('pages are contiguous, and a page past the end is empty', async () => {
  const ids = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { body } = await as('ana')('GET', `/lead?page=${page}&pageSize=10`);
    const rows = body as { id: string }[];
    if (rows.length === 0) break;
    for (const { id } of rows) ids.add(id);
  }
  expect(ids.size).toBe(24);
  const byDefault = await as('ana')('GET', '/lead');
  expect(byDefault.body).toHaveLength(20);
});

test('a repeated creation creates a second lead, whatever its key', async () => {
  const before = (await standIn.leads()).length;
  const submit = async () =>
    fetch(`${standIn.url}/api/v1/lead`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${seeded.ada.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'one and the same',
      },
      body: JSON.stringify({ fields: { lastName: 'Twice', partnerLeadReferenceId: 'T-1' } }),
    });
  const [first, second] = [await submit(), await submit()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(await first.json()).not.toEqual(await second.json());
  expect(await standIn.leads()).toHaveLength(before + 2);
});

test('an update changes only the fields sent; an address is one field', async () => {
  const id = await create({
    firstName: 'Ira',
    amountRequested: 10,
    businessAddress: { city: 'Hobart', state: 'TAS' },
  });
  const changed = await as('ada')('PATCH', `/LEAD/${id}`, {
    fields: { amountRequested: null, businessAddress: { city: 'Perth' }, brokerRepId: 'rep-ada' },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      id,
      updatedBy: 'user-ada',
      fields: {
        firstName: 'Ira',
        amountRequested: '',
        businessAddress: { city: 'Perth', state: '', fullAddress: 'Perth' },
        brokerRep: { id: 'rep-ada' },
      },
    },
  });
  expect(await as('ada')('GET', `/lead/${id}`)).toMatchObject({ body: changed.body });
});

test('paths are exactly those of the specification’s table', async () => {
  const id = await create({ lastName: 'Spelt' });
  expect(await as('bea')('PATCH', `/lead/${id}`, { fields: {} })).toMatchObject({ status: 404 });
  expect(await as('bea')('GET', `/LEAD/${id}`)).toMatchObject({ status: 404 });
  expect(await as('bea')('GET', `/lead/${id}/attachments`)).toMatchObject({ status: 404 });
});

test('people see and change what their role allows', async () => {
  const beas = await create({ lastName: 'Seen' });
  const reads = async (person: keyof typeof seeded) =>
    (await as(person)('GET', `/lead/${beas}`)).status;
  expect(await Promise.all((['bea', 'ada', 'sam'] as const).map(reads))).toEqual([200, 200, 200]);
  expect(await Promise.all((['sol', 'ana'] as const).map(reads))).toEqual([403, 403]);
  const forbidden = { status: 403, body: { error: expect.any(String) as unknown } };
  const fields = { lastName: 'Not mine' };
  expect(await as('sam')('PATCH', `/LEAD/${beas}`, { fields })).toMatchObject(forbidden);
  expect(await as('sam')('POST', '/lead', { fields })).toMatchObject(forbidden);
  const forAda = { fields: { ...fields, brokerRepId: 'rep-ada' } };
  expect(await as('bea')('POST', '/lead', forAda)).toMatchObject(forbidden);
  const forSummit = { fields: { ...fields, brokerId: 'br-summit' } };
  expect(await as('ada')('POST', '/lead', forSummit)).toMatchObject(forbidden);
});

test('deals can be listed and read', async () => {
  const { body } = await as('sol')('GET', '/deal');
  const [deal] = body as { id: string }[];
  expect(body).toHaveLength(4);
  expect(await as('sol')('GET', `/deal/${deal?.id}`)).toMatchObject({ status: 200, body: deal });
  expect(await as('bea')('GET', `/deal/${deal?.id}`)).toMatchObject({ status: 403 });
  expect(await as('bea')('GET', '/deal/nothing')).toMatchObject({ status: 404 });
});

test.for<[string, Readonly<Record<string, unknown>>]>([
  ['a phone without +', { phone: '021 555' }],
  ['an amount as text', { amountRequested: '50,000' }],
  ['a choice that is none', { loanPurpose: 'Party' }],
  ['a product that is none', { suitableProducts: ['LOC', 'Car'] }],
  ['a date that is none', { dateOfBirth: '31/12/1980' }],
  ['fullAddress as input', { businessAddress: { city: 'Perth', fullAddress: 'Perth' } }],
  ['a contact that is none', { brokerRepId: 'rep-nobody' }],
])('%s gets 400 with the name of the field', async ([, fields]) => {
  const { status, body } = await as('ada')('POST', '/lead', { fields });
  expect(status).toBe(400);
  const [name] = Object.keys(fields);
  expect(body).toEqual({ error: expect.stringContaining(name ?? '') as unknown });
});

test.for(['/lead?page=0', '/lead?page=x', '/lead?pageSize=0', '/deal?pageSize=-1'])(
  '%s is 400',
  async (path) => {
    expect(await as('ada')('GET', path)).toMatchObject({ status: 400 });
  },
);

test('every request without a valid token gets 401, and without Content-Type 400', async () => {
  const wrong = callsWith(standIn.url, 'wrong');
  for (const path of ['/lead', '/deal/nothing', '/no/such/path'])
    expect(await wrong('GET', path)).toMatchObject({
      status: 401,
      body: { error: expect.any(String) as unknown },
    });
  const headers = { authorization: `Bearer ${seeded.bea.token}` };
  expect(await fetch(`${standIn.url}/api/v1/lead`, { headers })).toMatchObject({ status: 400 });
});

test('a body that is not JSON or has no fields gets 400', async () => {
  const broken = await fetch(`${standIn.url}/api/v1/lead`, {
    method: 'POST',
    headers: { authorization: `Bearer ${seeded.bea.token}`, 'content-type': 'application/json' },
    body: '{"fields":',
  });
  expect(broken.status).toBe(400);
  expect(await as('bea')('POST', '/lead', { lastName: 'Bare' })).toMatchObject({ status: 400 });
});
