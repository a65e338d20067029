import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { callsWith } from './calls.ts';
import { seeded } from './records/seed-people.ts';
import { startStandInProcess } from './stand-in-process.ts';

async function start(...options: string[]) {
  const standIn = await startStandInProcess(options);
  onTestFinished(standIn.stop);
  return { standIn, call: callsWith(standIn.url, seeded.ada.token) };
}

test('leads survive kill -9, whether or not their response was sent', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stand-in-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const journal = path.join(folder, 'records.jsonl');
  const { standIn, call } = await start(
    '--journal',
    journal,
    '--mode',
    '{"kind":"drop","method":"POST","every":4}',
  );
  const seed = await standIn.control.leads();
  const submit = async (reference: string) =>
    call('POST', '/lead', { fields: { partnerLeadReferenceId: reference } }).catch(() => null);
  const names = Array.from({ length: 40 }, (_, index) => `K-${index}`);
  for (const name of names.slice(0, 20)) await submit(name);
  await standIn.kill();
  // The truncated line of a record whose request never got a response.
  await appendFile(journal, '{"lead":{"id":"cut');
  await standIn.start();
  for (const name of names.slice(20)) await submit(name);
  await standIn.kill();
  await standIn.start();

  const leads = await standIn.control.leads();
  expect(leads.slice(0, seed.length)).toEqual(seed);
  const stored = leads.slice(seed.length).map(({ fields }) => fields['partnerLeadReferenceId']);
  expect(stored).toEqual(names);
});

test('can be controlled and inspected from another process', async () => {
  const { standIn, call } = await start(
    '--empty',
    '--base-path',
    '/crm',
    '--points',
    '{"firstPage":0}',
  );
  expect(await call('GET', '/lead?page=0')).toMatchObject({ status: 200, body: [] });
  await standIn.control.addFailure({ kind: 'reject', status: 429, retryAfter: 1, times: 1 });
  expect(await call('GET', '/lead')).toMatchObject({ status: 429 });
  await standIn.control.setOpenPoints({ firstPage: 1 });
  expect(await call('GET', '/lead?page=0')).toMatchObject({ status: 400 });
  const { body } = await call('POST', '/lead', { fields: { lastName: 'Told' } });
  const { id } = body as { id: string };
  await standIn.control.changeLead({ id, fields: { status: 'Unreachable' } });
  expect(await standIn.control.leads()).toMatchObject([{ id, fields: { status: 'Unreachable' } }]);
  expect(await standIn.control.attachments()).toEqual([]);
  expect((await standIn.control.requests()).map(({ status }) => status)).toEqual([
    200, 429, 400, 200,
  ]);
  await standIn.control.clearRequests();
  await standIn.control.clearFailures();
  expect(await standIn.control.requests()).toEqual([]);
  await expect(standIn.control.addFailure({ kind: 'odd' } as never)).rejects.toThrow('odd');
});
