import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { buildApp } from '#server/app.ts';
import { databases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import type { Person } from '#server/testing/people.ts';
import { type TestApp, testSecrets } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';
import {
  makeUploadTestData,
  startUploads,
  type UploadTestData,
} from '#server/testing/upload-test-data.ts';

const pdf = attachableFiles['statement.pdf'];

describe.each(databases)('attaching files on %s', (kind) => {
  let service: TestApp;
  let world: UploadTestData;
  let stranger: Person;
  let support: Person;
  let incoming: () => Promise<string[]>;
  beforeAll(async () => {
    ({ service, stranger, support, incoming } = await startUploads(kind));
  });
  afterAll(async () => service.close());
  beforeEach(async () => {
    world = await makeUploadTestData(service);
  });

  it('answers one record for one file, and the file comes back as it was', async () => {
    const response = await world.send(uploadParts(world.leadId, { 'Bank Ünïts "Q3".pdf': pdf }));
    expect(response.statusCode, response.body).toBe(200);
    const record = response.json();
    expect(record).toMatchObject({
      createdBy: world.broker.accountId,
      fields: {
        fileName: 'Bank Ünïts "Q3".pdf',
        type: 'Bank Statements',
        entityType: 'LEAD',
        entityId: world.leadId,
      },
    });
    const file = await world.download(record.id);
    expect(file.rawPayload).toEqual(pdf);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': `attachment; filename="Bank _n_ts _Q3_.pdf"; filename*=UTF-8''Bank%20%C3%9Cn%C3%AFts%20%22Q3%22.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(await incoming()).toEqual([]);
  });

  it('takes every kind that can be attached, all in one request, in its order', async () => {
    const response = await world.send(uploadParts(world.leadId, attachableFiles, 'Image'));
    expect(response.statusCode, response.body).toBe(200);
    const names = Object.keys(attachableFiles);
    expect(
      response.json().map((record: { fields: { fileName: string } }) => record.fields.fileName),
    ).toEqual(names);
    const mediaTypes = (await world.attached())
      .json()
      .map((record: { fields: object }) => Object.values(record.fields).at(-1));
    expect(mediaTypes.toSorted()).toEqual([
      'application/msword',
      'application/pdf',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'image/heic',
      'image/jpeg',
      'image/png',
      'image/webp',
      'text/csv',
    ]);
  });

  it('takes the parts in any order', async () => {
    const parts = uploadParts(world.leadId, {
      'a.pdf': pdf,
      'b.png': attachableFiles['shop.png'],
    }).toReversed();
    expect((await world.send(parts)).statusCode).toBe(200);
    expect((await world.attached()).json()).toHaveLength(2);
  });

  it('keeps a path in a name as a name', async () => {
    const fileName = '../../../etc/cron.d/x.pdf';
    const response = await world.send(uploadParts(world.leadId, { [fileName]: pdf }));
    expect(response.json().fields.fileName).toBe(fileName);
    expect(await readdir(path.join(service.config.dataDir, 'files'))).toContain(response.json().id);
    expect((await world.download(response.json().id)).headers['content-disposition']).toContain(
      '..%2F..%2F',
    );
  });

  it('stores uploads to one lead at the same time, each whole', async () => {
    const uploads = Array.from({ length: 8 }, async (_, n) =>
      world.send(
        uploadParts(world.leadId, { [`${n}.pdf`]: pdf, [`${n}.csv`]: attachableFiles['rows.csv'] }),
      ),
    );
    for (const response of await Promise.all(uploads)) expect(response.statusCode).toBe(200);
    expect((await world.attached()).json()).toHaveLength(16);
  });

  describe('with an Idempotency-Key', () => {
    const headers = { 'idempotency-key': 'k' };
    it('attaches once, however often it is sent, in whatever order', async () => {
      const parts = uploadParts(world.leadId, {
        'a.pdf': pdf,
        'b.csv': attachableFiles['rows.csv'],
      });
      const responses = await Promise.all(
        [parts, parts, parts, parts.toReversed()].map((sent) => world.send(sent, { headers })),
      );
      expect(
        new Set(responses.map((response) => `${response.statusCode} ${response.body}`)).size,
      ).toBe(1);
      expect((await world.attached()).json()).toHaveLength(2);
      expect(await incoming()).toEqual([]);
    });

    it('rejects other bytes, and gives a rejection again', async () => {
      await world.send(uploadParts(world.leadId, { 'a.csv': attachableFiles['rows.csv'] }), {
        headers,
      });
      expect(
        (await world.send(uploadParts(world.leadId, { 'a.csv': Buffer.from('a,b') }), { headers }))
          .statusCode,
      ).toBe(422);
      const other = { 'idempotency-key': 'l' };
      const wrong = uploadParts(world.leadId, { 'a.exe': pdf });
      const [one, two] = [
        await world.send(wrong, { headers: other }),
        await world.send(wrong, { headers: other }),
      ];
      expect([two.statusCode, two.body]).toEqual([415, one.body]);
      expect(await incoming()).toEqual([]);
    });
  });

  it('shows files to who sees the lead, and records what support read, list and file', async () => {
    const { id } = (await world.send(uploadParts(world.leadId, { 'a.pdf': pdf }))).json();
    expect((await world.attached(stranger)).statusCode).toBe(403);
    expect((await world.download(id, stranger)).statusCode).toBe(403);
    expect((await world.download('nosuchfile')).statusCode).toBe(404);
    expect((await world.download(id)).statusCode).toBe(200);
    expect((await world.attached()).json()).toHaveLength(1);
    expect((await world.attached(support)).json()).toHaveLength(1);
    expect((await world.download(id, support)).rawPayload).toEqual(pdf);
    const reads = await service.database.db
      .selectFrom('attachment_reads')
      .selectAll()
      .where('lead_id', '=', world.leadId)
      .orderBy('id')
      .execute();
    expect(reads).toMatchObject([
      { attachment_id: null, account_id: support.accountId },
      { attachment_id: id, account_id: support.accountId },
    ]);
  });

  it('clears up at the start what a crash has left, and keeps what was stored', async () => {
    const { id } = (await world.send(uploadParts(world.leadId, { 'a.pdf': pdf }))).json();
    const leave = async (name: string, bytes: string | Buffer, hours: number) => {
      const file = path.join(service.config.dataDir, 'files', 'incoming', name);
      await writeFile(file, bytes);
      const then = new Date(Date.now() - hours * 60 * 60 * 1000);
      await utimes(file, then, then);
    };
    await leave('left-by-a-crash', 'x', 2);
    await leave('on-its-way', 'x', 0);
    await service.database.pool.query(
      `insert into attachments select 'committed-then-crashed', lead_id, type, 'b.pdf', media_type, size, sha256, created_at, created_by from attachments where id = $1`,
      [id],
    );
    await leave('committed-then-crashed', pdf, 2);
    expect((await world.download('committed-then-crashed')).rawPayload).toEqual(pdf);

    const { config, database } = service;
    const restarted = await buildApp({ config, database, secrets: testSecrets });
    await restarted.ready();
    await restarted.close();
    expect(await incoming()).toEqual(['on-its-way']);
    expect((await world.download('committed-then-crashed')).rawPayload).toEqual(pdf);
    expect((await world.download(id)).rawPayload).toEqual(pdf);
  });
});
