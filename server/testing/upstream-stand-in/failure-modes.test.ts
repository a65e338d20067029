import { afterEach, beforeEach, expect, test } from 'vitest';

import { callsWith } from './calls.ts';
import { seeded } from './records/seed-people.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn({ isSeeded: true });
});
afterEach(async () => standIn.stop());

const call: ReturnType<typeof callsWith> = async (...request) =>
  callsWith(standIn.url, seeded.ada.token)(...request);
const newLead = (reference: string) => ({
  fields: { lastName: 'Load', partnerLeadReferenceId: reference },
});
const references = async () =>
  (await standIn.leads()).map(({ fields }) => fields['partnerLeadReferenceId']);

test.for([
  ['401', { status: 401 }, null],
  ['403', { status: 403 }, null],
  ['429 with seconds', { status: 429, retryAfter: 3 }, '3'],
  [
    '429 with a date',
    { status: 429, retryAfter: 'Sat, 21 Nov 2026 08:00:00 GMT' },
    'Sat, 21 Nov 2026 08:00:00 GMT',
  ],
  ['500', { status: 500 }, null],
] as const)('rejects with %s and stores nothing', async ([, how, retryAfter]) => {
  const before = await references();
  await standIn.addFailure({ kind: 'reject', ...how, times: 2 });
  for (let count = 0; count < 2; count += 1) {
    const rejected = await call('POST', '/lead', newLead('R'));
    expect(rejected).toMatchObject({
      status: how.status,
      body: { error: expect.any(String) as unknown },
    });
    expect(rejected.headers.get('retry-after')).toBe(retryAfter);
  }
  expect(await references()).toEqual(before);
  expect(await call('GET', '/lead')).toMatchObject({ status: 200 });
});

test.for([200, 502])('answers a page for people with %i', async (status) => {
  await standIn.addFailure({ kind: 'html', status });
  const response = await call('GET', '/lead');
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(response.text).toContain('<h1>');
});

test('redirects to another address', async () => {
  const to = 'http://127.0.0.1:9/elsewhere';
  await standIn.addFailure({ kind: 'redirect', to });
  const response = await call('GET', '/lead');
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe(to);
});

test('drops every third response after storing', async () => {
  await standIn.addFailure({ kind: 'drop', method: 'POST', path: '/api/v1/lead', every: 3 });
  const outcomes: string[] = [];
  for (const reference of ['A', 'B', 'C', 'D', 'E', 'F'])
    await call('POST', '/lead', newLead(reference)).then(
      () => outcomes.push('answered'),
      () => outcomes.push('dropped'),
    );
  expect(outcomes).toEqual(['answered', 'answered', 'dropped', 'answered', 'answered', 'dropped']);
  expect((await references()).slice(-6)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  const posts = (await standIn.requests()).filter(({ method }) => method === 'POST');
  expect(posts.map(({ status }) => status)).toEqual([200, 200, null, 200, 200, null]);
});

test('closes the connection before storing anything', async () => {
  const before = await references();
  await standIn.addFailure({ kind: 'hang-up', times: 1 });
  await expect(call('POST', '/lead', newLead('H'))).rejects.toThrow('fetch failed');
  expect(await references()).toEqual(before);
  expect(await standIn.requests()).toMatchObject([{ method: 'POST', status: null }]);
});

test('stores at once and responds late', async () => {
  await standIn.addFailure({ kind: 'slow', ms: 3_600_000, method: 'POST' });
  const before = await references();
  const given = call('POST', '/lead', newLead('S')).catch(() => 'no answer');
  await expect.poll(references).toEqual([...before, 'S']);
  await standIn.stop();
  expect(await given).toBe('no answer');
});

test('truncates the JSON of a response', async () => {
  await standIn.addFailure({ kind: 'truncate', times: 1 });
  const response = await call('GET', '/lead');
  expect(response.status).toBe(200);
  expect(response.text).toMatch(/^\[\{"id"/);
  expect(response.body).toBeUndefined();
});

test('appends spaces to a response, a number of them or without end', async () => {
  await standIn.addFailure({ kind: 'flood', bytes: 200_000, times: 1 });
  const long = await call('GET', '/lead?pageSize=1');
  expect(long.text.length).toBeGreaterThan(200_000);
  expect(long.body).toHaveLength(1);

  await standIn.addFailure({ kind: 'flood' });
  const endless = await fetch(`${standIn.url}/api/v1/lead`, {
    headers: { authorization: `Bearer ${seeded.ada.token}`, 'content-type': 'application/json' },
  });
  let size = 0;
  for await (const chunk of endless.body ?? []) {
    size += chunk.length;
    if (size > 5_000_000) break;
  }
  expect(size).toBeGreaterThan(5_000_000);
});

test('adds fields, statuses and types to records', async () => {
  await standIn.addFailure({ kind: 'strange' });
  const { body } = await call('GET', '/lead?pageSize=2');
  expect(body).toMatchObject([
    { region: 'Southern', fields: { status: 'Awaiting Valuation', riskBand: 'B2' } },
    { fields: { watchers: [{ type: 'team' }] } },
  ]);
  const [{ id } = { id: '' }] = body as { id: string }[];
  const form = new FormData();
  form.set('entityType', 'LEAD');
  form.set('entityId', id);
  form.set('attachments[0][type]', 'Image');
  form.set('attachments[0][fileName]', 'shop.png');
  form.set('attachments[0][file]', new Blob(['bytes']), 'shop.png');
  expect(await call('POST', '/attachment', form)).toHaveProperty('body.fields.type', 'Payslip');
});

test('has an unreadable record among good ones', async () => {
  const good = expect.objectContaining({ id: expect.any(String) as unknown }) as unknown;
  const odd = {
    null: null,
    text: 'record unavailable',
    'no-id': expect.not.objectContaining({ id: expect.anything() as unknown }) as unknown,
  };
  for (const as of ['null', 'text', 'no-id'] as const) {
    await standIn.addFailure({ kind: 'unreadable', as, at: 1, path: '/api/v1/deal', times: 1 });
    expect((await call('GET', '/lead?pageSize=2')).body).toEqual([good, good]);
    expect((await call('GET', '/deal?pageSize=3')).body).toEqual([good, odd[as], good]);
  }
});

test('failures of one stage apply one after the other, those of several stages together', async () => {
  await standIn.addFailure({ kind: 'reject', status: 429, times: 1 });
  await standIn.addFailure({ kind: 'reject', status: 500, times: 1 });
  await standIn.addFailure({ kind: 'strange' });
  await standIn.addFailure({ kind: 'truncate' });
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await call('GET', '/lead')).status);
  expect(statuses).toEqual([429, 500, 200]);
  const { text } = await call('GET', '/lead');
  expect(text).toContain('Awaiting Valuation');
  await standIn.clearFailures();
  expect((await call('GET', '/lead')).text).not.toContain('Awaiting Valuation');
});

test('logs who requested what', async () => {
  await call('GET', '/lead?page=1');
  await callsWith(standIn.url, 'wrong')('GET', '/nowhere');
  expect(await standIn.requests()).toMatchObject([
    { method: 'GET', url: '/api/v1/lead?page=1', person: 'Ada Marsh', status: 200 },
    { method: 'GET', url: '/api/v1/nowhere', person: null, status: 401 },
  ]);
  expect(JSON.stringify(await standIn.requests())).not.toContain(seeded.ada.token);
  await standIn.clearRequests();
  expect(await standIn.requests()).toEqual([]);
});
