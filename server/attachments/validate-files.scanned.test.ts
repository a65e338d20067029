import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import type { AuditEntry } from '#contract/portal/audit/audit.ts';
import { filesFolder } from '#server/config/config.ts';
import { openToRead } from '#server/files/encrypted-file.ts';
import { started } from '#server/testing/access/with-people.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { eicar, startClamdStandIn } from '#server/testing/scanning/clamd-stand-in.ts';
import { testSecrets, testFiles } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

const pdf = attachableFiles['statement.pdf'];
const clamd = started(startClamdStandIn);
const { service, support, incoming, testData } = withUploads('PostgreSQL', () => ({
  env: { SCAN_URL: clamd.url, FILES_PER_RECORD_MB: '1' },
}));
const quarantine = () => path.join(filesFolder(service.config), 'quarantine');

test('a file with a virus is not attached: it is quarantined and recorded, and the sentence is at its part', async () => {
  const files = { 'june.pdf': pdf, 'sales.csv': eicar };
  const response = await testData.send(uploadParts(testData.leadId, files));
  const sentence = 'This file contains a virus (Eicar-Signature).';
  expect([response.statusCode, response.json()]).toEqual([
    422,
    {
      error: `attachments[1][file]: ${sentence}`,
      code: 'virus-found',
      fields: { 'attachments[1][file]': sentence },
    },
  ]);
  expect((await testData.attached()).json()).toEqual([]);
  expect(await incoming()).toEqual([]);

  const [file = ''] = await readdir(quarantine());
  const stored = await openToRead(path.join(quarantine(), file), testSecrets.fileKeys);
  expect(await buffer(stored)).toEqual(eicar);
  const audit = await service.as(support).get('/portal/audit?act=virus-found');
  expect(audit.json<{ entries: AuditEntry[] }>().entries).toMatchObject([
    {
      actor: { id: testData.broker.accountId },
      subject: { type: 'lead', id: testData.leadId },
      details: { virus: 'Eicar-Signature', file },
    },
  ]);

  const store = testFiles(service);
  const monthMs = 30 * 24 * 60 * 60 * 1000;
  await store.emptyQuarantine(monthMs);
  expect(await readdir(quarantine())).toEqual([file]);
  const monthAgo = new Date(Date.now() - monthMs - 60_000);
  await utimes(path.join(quarantine(), file), monthAgo, monthAgo);
  await store.emptyQuarantine(monthMs);
  expect(await readdir(quarantine())).toEqual([]);
});

test('files without a virus are attached; what would be rejected anyway is not scanned', async () => {
  const before = clamd.scanned.length;
  const wrong = await testData.send(uploadParts(testData.leadId, { 'x.exe': eicar }));
  expect(wrong.statusCode).toBe(415);
  expect(clamd.scanned).toHaveLength(before);
  const two = uploadParts(testData.leadId, { 'june.pdf': pdf, 'july.pdf': pdf });
  expect((await testData.send(two)).statusCode).toBe(200);
  expect(clamd.scanned.slice(before)).toEqual([pdf, pdf]);
});

test('a file that is in no quota is neither scanned nor quarantined', async () => {
  const before = await readdir(quarantine());
  const scanned = clamd.scanned.length;
  const csv = Buffer.concat([eicar, Buffer.alloc(1024 * 1024, '\na,b')]);
  const response = await testData.send(uploadParts(testData.leadId, { 'sales.csv': csv }));
  expect([response.statusCode, response.json().code]).toEqual([413, 'quota-exceeded']);
  expect(clamd.scanned).toHaveLength(scanned);
  expect(await readdir(quarantine())).toEqual(before);
});

test('while files can’t be scanned, none is attached, and the service is ready all the same', async () => {
  const { url } = clamd;
  await clamd.close();
  const upload = uploadParts(testData.leadId, { 'june.pdf': pdf });
  const headers = { 'idempotency-key': 'once' };
  const response = await testData.send(upload, { headers });
  expect(response.headers['retry-after']).toBe('30');
  expect([response.statusCode, response.json()]).toEqual([
    503,
    {
      error: 'Files can’t be scanned for viruses right now. Try again in a few minutes.',
      code: 'service-busy',
    },
  ]);
  expect((await testData.attached()).json()).toEqual([]);
  expect(await incoming()).toEqual([]);
  expect((await service.call('GET', '/readyz')).statusCode).toBe(200);
  expect((await service.call('GET', '/metrics')).body).toMatch(
    /portal_scanned_files_total\{result="failed"\} [1-9]/,
  );

  Object.assign(clamd, await startClamdStandIn(url));
  expect((await testData.send(upload, { headers })).statusCode).toBe(200);
});
