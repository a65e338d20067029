import { expect, onTestFinished, test } from 'vitest';

import { callsWith } from './calls.ts';
import { seeded } from './records/seed-people.ts';
import { startStandIn, type StandInOptions } from './stand-in.ts';

async function startFor(options: StandInOptions) {
  const standIn = await startStandIn({ isSeeded: true, ...options });
  onTestFinished(standIn.stop);
  return { standIn, call: callsWith(standIn.url, seeded.ada.token) };
}

test('the paths of creation and upload, and the base path, can be set', async () => {
  const { standIn, call } = await startFor({
    basePath: '/crm',
    points: { creationPath: '/lead/create', attachmentPath: '/files/upload' },
  });
  expect(standIn.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/crm$/);
  const lead = { fields: { lastName: 'Elsewhere' } };
  expect(await call('POST', '/lead/create', lead)).toMatchObject({ status: 200 });
  expect(await call('POST', '/lead', lead)).toMatchObject({ status: 404 });
  // The path exists; the content is rejected.
  expect(await call('POST', '/files/upload', new FormData())).toMatchObject({ status: 400 });
});

test('updates can have no wrapper and no response body', async () => {
  const { standIn, call } = await startFor({ points: { updateWrapper: null } });
  const [{ id } = { id: '' }] = (await call('GET', '/lead')).body as { id: string }[];
  expect(await call('PATCH', `/LEAD/${id}`, { lastName: 'Bare' })).toMatchObject({
    status: 200,
    body: { id, fields: { lastName: 'Bare' } },
  });
  await standIn.setOpenPoints({ updateResponse: 'nothing', updateWrapper: 'lead' });
  const response = await call('PATCH', `/LEAD/${id}`, { lead: { lastName: 'Wrapped' } });
  expect(response).toMatchObject({ status: 200, text: '' });
  expect(await call('GET', `/lead/${id}`)).toHaveProperty('body.fields.lastName', 'Wrapped');
});

test('first page, maximum page size and count header can be changed at run time', async () => {
  const { standIn, call } = await startFor({});
  const first = await call('GET', '/lead?page=1&pageSize=5');
  await standIn.setOpenPoints({ firstPage: 0, maxPageSize: 5, countHeader: 'X-Records' });
  const fromZero = await call('GET', '/lead?page=0&pageSize=50');
  expect(fromZero.body).toEqual(first.body);
  expect(fromZero.headers.get('x-records')).toBe('60');
  expect((await call('GET', '/lead')).body).toEqual(first.body);
});

test('the operator can change a lead', async () => {
  const { standIn, call } = await startFor({});
  const [{ id } = { id: '' }] = (await call('GET', '/lead')).body as { id: string }[];
  await standIn.changeLead({ id, fields: { status: 'Unreachable', loanType: 'Renewal' } });
  expect(await call('GET', `/lead/${id}`)).toMatchObject({
    body: { fields: { status: 'Unreachable', loanType: 'Renewal' } },
  });
});
