import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { submitLead } from '#server/testing/access/operator-client.ts';
import { testService } from '#server/testing/access/with-people.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { makePerson, testPassword } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

import { DiskWrites, folderStore } from './folder-store.ts';

test('a disk that does not respond ends uploads by 503, holds up nothing else, and keeps nothing of them', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-slow-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  // A queue without a writer: to open it blocks a thread, as a disk does that does not respond.
  const queue = path.join(folder, 'queue');
  execFileSync('mkfifo', [queue]);
  let isSlow = true;
  let stalled = 0;
  const create: typeof open = async (...file) => {
    stalled += 1;
    if (isSlow) await (await open(queue, 'r')).close();
    return open(...file);
  };
  const files = folderStore(
    path.join(folder, 'files'),
    testSecrets.fileKeys,
    new DiskWrites(500),
    create,
  );
  const service = await testService({ deps: { files } });
  const person = await makePerson(service.database.db, 'broker');
  const headers = person.bearer;
  const id = await submitLead(service, person);
  const pdf = attachableFiles['statement.pdf'];
  const { payload, contentType } = await multipart(uploadParts(id, { 'june.pdf': pdf }));
  const attach = async () =>
    service.call('POST', '/api/v1/attachment', {
      headers: { ...headers, 'content-type': contentType },
      payload,
    });
  const attached = async () => service.as(person).get(`/portal/leads/${id}/attachments`);

  const uploads = Array.from({ length: 8 }, attach);
  await expect.poll(() => stalled).toBe(2);
  expect((await service.call('GET', '/api/v1/lead', { headers })).statusCode).toBe(200);
  const credentials = { email: person.email, password: testPassword };
  const signedIn = await service.call('POST', '/portal/session', { payload: credentials });
  expect(signedIn.statusCode).toBe(200);
  expect(stalled).toBe(2);
  for (const upload of uploads)
    expect(await upload).toMatchObject({
      statusCode: 503,
      headers: { 'retry-after': '2' },
      body: expect.stringContaining('service-busy'),
    });
  expect((await attached()).json()).toEqual([]);

  isSlow = false;
  const writer = openSync(queue, 'r+');
  expect((await attach()).statusCode).toBe(200);
  closeSync(writer);
  expect((await attached()).json()).toMatchObject([{ fields: { fileName: 'june.pdf' } }]);
  await expect.poll(async () => readdir(path.join(folder, 'files', 'incoming'))).toEqual([]);
});
