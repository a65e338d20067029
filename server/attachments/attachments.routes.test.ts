import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { buildApp } from '#server/app.ts';
import { databases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

const pdf = attachableFiles['statement.pdf'];

describe.each(databases)('attaching files on %s', (kind) => {
  const { service, stranger, support, incoming, testData } = withUploads(kind);

  it('returns one record for one file, which downloads unchanged', async () => {
    const response = await testData.send(
      uploadParts(testData.leadId, { 'Bank Ünïts "Q3".pdf': pdf }),
    );
    expect(response.statusCode, response.body).toBe(200);
    const record = response.json();
    expect(record).toMatchObject({
      createdBy: testData.broker.accountId,
      fields: {
        fileName: 'Bank Ünïts "Q3".pdf',
        type: 'Bank Statements',
        entityType: 'LEAD',
        entityId: testData.leadId,
      },
    });
    const file = await testData.download(record.id);
    expect(file.rawPayload).toEqual(pdf);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': `attachment; filename="Bank _n_ts _Q3_.pdf"; filename*=UTF-8''Bank%20%C3%9Cn%C3%AFts%20%22Q3%22.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(await incoming()).toEqual([]);
  });

  it('accepts all supported file types in one request, in their order', async () => {
    const response = await testData.send(uploadParts(testData.leadId, attachableFiles, 'Image'));
    expect(response.statusCode, response.body).toBe(200);
    const names = Object.keys(attachableFiles);
    expect(
      response.json().map((record: { fields: { fileName: string } }) => record.fields.fileName),
    ).toEqual(names);
    const mediaTypes = (await testData.attached())
      .json()
      .map((record: { fields: { mediaType: string } }) => record.fields.mediaType);
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

  it('accepts the parts in any order', async () => {
    const parts = uploadParts(testData.leadId, {
      'a.pdf': pdf,
      'b.png': attachableFiles['shop.png'],
    }).toReversed();
    expect((await testData.send(parts)).statusCode).toBe(200);
    expect((await testData.attached()).json()).toHaveLength(2);
  });

  it('stores a path in a file name as a plain name', async () => {
    const fileName = '../../../etc/cron.d/x.pdf';
    const response = await testData.send(uploadParts(testData.leadId, { [fileName]: pdf }));
    expect(response.json().fields.fileName).toBe(fileName);
    expect(await readdir(path.join(service.config.dataDir, 'files'))).toContain(response.json().id);
    expect((await testData.download(response.json().id)).headers['content-disposition']).toContain(
      '..%2F..%2F',
    );
  });

  it('never gives a name that is shown in another order than its letters', async () => {
    const reversed = 'bill\u202Efdp.exe.pdf';
    const response = await testData.send(uploadParts(testData.leadId, { [reversed]: pdf }));
    const { id, fields } = response.json();
    expect(fields.fileName).toBe('billfdp.exe.pdf');
    // As it was stored by an earlier release.
    await service.database.db
      .updateTable('attachments')
      .set({ file_name: reversed })
      .where('id', '=', id)
      .execute();
    expect((await testData.attached()).json()).toMatchObject([
      { fields: { fileName: 'billfdp.exe.pdf' } },
    ]);
    expect((await testData.download(id)).headers['content-disposition']).toBe(
      'attachment; filename=billfdp.exe.pdf',
    );
  });

  it('stores simultaneous uploads to one lead completely', async () => {
    const uploads = Array.from({ length: 8 }, async (_, n) =>
      testData.send(
        uploadParts(testData.leadId, {
          [`${n}.pdf`]: pdf,
          [`${n}.csv`]: attachableFiles['rows.csv'],
        }),
      ),
    );
    for (const response of await Promise.all(uploads)) expect(response.statusCode).toBe(200);
    expect((await testData.attached()).json()).toHaveLength(16);
  });

  describe('with an Idempotency-Key', () => {
    const headers = { 'idempotency-key': 'k' };
    it('attaches once, however often and in whatever order the upload is sent', async () => {
      const parts = uploadParts(testData.leadId, {
        'a.pdf': pdf,
        'b.csv': attachableFiles['rows.csv'],
      });
      const responses = await Promise.all(
        [parts, parts, parts, parts.toReversed()].map((sent) => testData.send(sent, { headers })),
      );
      expect(
        new Set(responses.map((response) => `${response.statusCode} ${response.body}`)).size,
      ).toBe(1);
      expect((await testData.attached()).json()).toHaveLength(2);
      expect(await incoming()).toEqual([]);
    });

    it('rejects other content, and repeats a rejection', async () => {
      await testData.send(uploadParts(testData.leadId, { 'a.csv': attachableFiles['rows.csv'] }), {
        headers,
      });
      expect(
        (
          await testData.send(uploadParts(testData.leadId, { 'a.csv': Buffer.from('a,b') }), {
            headers,
          })
        ).statusCode,
      ).toBe(422);
      const other = { 'idempotency-key': 'l' };
      const wrong = uploadParts(testData.leadId, { 'a.exe': pdf });
      const [one, two] = [
        await testData.send(wrong, { headers: other }),
        await testData.send(wrong, { headers: other }),
      ];
      expect([two.statusCode, two.body]).toEqual([415, one.body]);
      expect(await incoming()).toEqual([]);
    });
  });

  it('lets callers who see the lead read its files, and logs reading by support', async () => {
    const { id } = (await testData.send(uploadParts(testData.leadId, { 'a.pdf': pdf }))).json();
    expect((await testData.attached(stranger)).statusCode).toBe(403);
    expect((await testData.download(id, stranger)).statusCode).toBe(403);
    expect((await testData.download('nosuchfile')).statusCode).toBe(404);
    expect((await testData.download(id)).statusCode).toBe(200);
    expect((await testData.attached()).json()).toHaveLength(1);
    expect((await testData.attached(support)).json()).toHaveLength(1);
    expect((await testData.download(id, support)).rawPayload).toEqual(pdf);
    const reads = await service.database.db
      .selectFrom('audit_entries')
      .select(['subject_type', 'subject_id', 'actor_id'])
      .where('partner_id', '=', testData.broker.partnerId)
      .where('kind', '=', 'record-read')
      .orderBy('id')
      .execute();
    expect(reads).toEqual([
      { subject_type: 'lead', subject_id: testData.leadId, actor_id: support.accountId },
      { subject_type: 'attachment', subject_id: id, actor_id: support.accountId },
    ]);
  });

  it('removes at the start what a crash left, and no stored file', async () => {
    const { id } = (await testData.send(uploadParts(testData.leadId, { 'a.pdf': pdf }))).json();
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
    expect((await testData.download('committed-then-crashed')).rawPayload).toEqual(pdf);

    const { config, database } = service;
    const restarted = await buildApp({ config, database, secrets: testSecrets });
    await restarted.ready();
    await restarted.close();
    expect(await incoming()).toEqual(['on-its-way']);
    expect((await testData.download('committed-then-crashed')).rawPayload).toEqual(pdf);
    expect((await testData.download(id)).rawPayload).toEqual(pdf);
  });
});
