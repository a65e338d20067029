import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { FeedEntry } from '#contract/operator/changes.ts';
import { buildApp } from '#server/app.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

import { listWithdrawnFiles } from './attachments.store.ts';
import { sweepWithdrawn } from './sweep-withdrawn.ts';

describe('changing attachments', () => {
  const { service, support, operator, testData } = withUploads();
  let admin: Person;
  let id: string;
  beforeEach(async () => {
    const { partnerId } = testData.broker;
    admin = await makePerson(service.database.db, 'partner-admin', partnerId ?? undefined);
    const parts = uploadParts(testData.leadId, { 'a.pdf': attachableFiles['statement.pdf'] });
    id = (await testData.send(parts)).json().id;
  });

  const call = async (method: 'PATCH' | 'DELETE', payload?: object, person = testData.broker) =>
    service.call(method, `/portal/attachments/${id}`, {
      headers: person.session,
      ...(payload && { payload }),
    });
  const listed = async (person?: Person) => (await testData.attached(person)).json();
  const files = async () => readdir(path.join(service.config.dataDir, 'files'));
  const history = async () =>
    (await service.as(testData.broker).get(`/portal/leads/${testData.leadId}/history`)).json()
      .entries;
  const feed = async () =>
    (await service.call('GET', '/operator/v1/changes?limit=1000', { headers: operator.headers }))
      .json<FeedEntry[]>()
      .filter(({ recordId }) => recordId === testData.leadId)
      .map(({ kind: entry, values }) => [entry, values['type']]);
  const sentHoursAgo = async (hours: number) =>
    service.database.db
      .updateTable('attachments')
      .set({ created_at: new Date(Date.now() - hours * 60 * 60 * 1000) })
      .where('id', '=', id)
      .execute();

  it('corrects the type for who sent the file, at any time, and records it', async () => {
    await sentHoursAgo(100);
    const changed = await call('PATCH', { type: 'Image' });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json()).toMatchObject({
      updatedBy: testData.broker.accountId,
      fields: { type: 'Image', fileName: 'a.pdf', isOwn: true },
    });
    expect(await listed()).toEqual([changed.json()]);
    const [entry] = await history();
    expect(entry).toMatchObject({
      kind: 'file-changed',
      who: { source: 'portal', name: 'Pat Moss' },
      changes: [],
      file: { id, fileName: 'a.pdf', type: 'Image', formerType: 'Bank Statements' },
    });
    expect((await feed()).at(-1)).toEqual(['file-changed', 'Image']);
    // The same type again is no change.
    expect((await call('PATCH', { type: 'Image' })).statusCode).toBe(200);
    expect(await history()).toHaveLength(3);
  });

  it('rejects a type that does not exist', async () => {
    const response = await call('PATCH', { type: 'Passport' });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ type: 'Choose one of the types.' });
  });

  it('withdraws a file: row and bytes are deleted, history and feed say so', async () => {
    expect(await files()).toContain(id);
    const gone = await call('DELETE');
    expect(gone.statusCode, gone.body).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await files()).not.toContain(id);
    expect((await testData.download(id)).statusCode).toBe(404);
    expect((await testData.view(id)).statusCode).toBe(404);
    expect((await call('DELETE')).statusCode).toBe(404);
    const file = { id: null, fileName: 'a.pdf', type: 'Bank Statements' };
    expect(await history()).toMatchObject([
      { kind: 'file-withdrawn', who: { name: 'Pat Moss' }, changes: [], file },
      { kind: 'attached', file },
      { kind: 'created' },
    ]);
    expect((await feed()).map(([entry]) => entry)).toEqual([
      'created',
      'attached',
      'file-withdrawn',
    ]);
  });

  it('withdraws once, however often it is asked to at the same time', async () => {
    const responses = await Promise.all([1, 2, 3].map(async () => call('DELETE')));
    expect(
      responses.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 404, 404]);
    expect(await history()).toHaveLength(3);
  });

  it('no longer withdraws a file after 24 hours', async () => {
    await sentHoursAgo(23);
    expect((await listed())[0].fields.withdrawableUntil).not.toBeNull();
    await sentHoursAgo(24);
    expect((await listed())[0].fields).toMatchObject({ isOwn: true, withdrawableUntil: null });
    const response = await call('DELETE');
    expect([response.statusCode, response.json().code]).toEqual([409, 'too-late-to-withdraw']);
    expect((await testData.download(id)).statusCode).toBe(200);
  });

  it('neither changes nor withdraws what somebody else sent', async () => {
    for (const person of [admin, support]) {
      expect((await listed(person))[0].fields).toMatchObject({
        isOwn: false,
        withdrawableUntil: null,
      });
      expect((await call('PATCH', { type: 'Image' }, person)).statusCode).toBe(403);
      expect((await call('DELETE', undefined, person)).statusCode).toBe(403);
    }
    expect(await listed()).toHaveLength(1);
  });

  it('withdraws a file whose bytes can’t be deleted yet; that one holds up no other', async () => {
    const stored = path.join(service.config.dataDir, 'files', id);
    await rm(stored);
    await mkdir(stored);
    expect((await call('DELETE')).statusCode).toBe(200);
    expect(await listed()).toEqual([]);
    const { db } = service.database;
    await db.insertInto('withdrawn_files').values({ id: 'zzz-after-it' }).execute();
    const store = folderStore(path.dirname(stored), testSecrets.fileKeys);
    await expect(sweepWithdrawn(db, store)).rejects.toThrow(/directory/);
    expect(await listWithdrawnFiles(db)).toEqual([id]);
    await rmdir(stored);
    await sweepWithdrawn(db, store);
    expect(await listWithdrawnFiles(db)).toEqual([]);
  });

  it('deletes at the start the bytes of a withdrawn file that a crash left', async () => {
    await call('DELETE');
    const left = path.join(service.config.dataDir, 'files', id);
    await writeFile(left, 'x');
    const { config, database } = service;
    await database.db.insertInto('withdrawn_files').values({ id }).execute();
    const restarted = await buildApp({ config, database, secrets: testSecrets });
    await restarted.ready();
    await restarted.close();
    expect(await files()).not.toContain(id);
    expect(await database.db.selectFrom('withdrawn_files').selectAll().execute()).toEqual([]);
  });
});
