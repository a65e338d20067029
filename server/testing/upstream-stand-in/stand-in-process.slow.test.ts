import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { callsWith } from './calls.ts';
import { seeded } from './records/seed-people.ts';
import { startStandInProcess } from './stand-in-process.ts';

test('leads survive kill -9, whether or not their response was sent', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stand-in-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const journal = path.join(folder, 'records.jsonl');
  const mode = '{"kind":"drop","method":"POST","every":4}';
  const standIn = await startStandInProcess(['--journal', journal, '--mode', mode]);
  onTestFinished(standIn.stop);
  const call = callsWith(standIn.url, seeded.ada.token);
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
