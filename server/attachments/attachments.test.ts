import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { databases } from '#server/testing/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { makeCompound, makeZip, sampleFiles } from '#server/testing/sample-files.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { multipart, type Part, uploadParts } from '#server/testing/upload-form.ts';

const pdf = sampleFiles['statement.pdf'];

describe.each(databases)('attaching files on %s', (kind) => {
  let service: TestApp;
  let broker: Person;
  let stranger: Person;
  let support: Person;
  let leadId: string;

  beforeAll(async () => {
    service = await startTestApp(kind);
    stranger = await makePerson(service.database.db, 'broker');
    support = await makePerson(service.database.db, 'support');
  });
  afterAll(async () => service.close());
  beforeEach(async () => {
    broker = await makePerson(service.database.db, 'broker');
    const fields = { firstName: 'A', lastName: 'B', companyName: 'C', phone: '+6490001234' };
    const made = await service.call('POST', '/api/v1/lead', {
      headers: broker.bearer,
      payload: { fields },
    });
    leadId = made.json().id;
  });

  const send = async (parts: readonly Part[], { person = broker, headers = {} } = {}) => {
    const { payload, contentType } = await multipart(parts);
    return service.call('POST', '/api/v1/attachment', {
      headers: { ...person.bearer, ...headers, 'content-type': contentType },
      payload,
    });
  };
  const attached = async (person = broker) =>
    service.call('GET', `/portal/leads/${leadId}/attachments`, { headers: person.session });
  const download = async (id: string, person = broker) =>
    service.call('GET', `/portal/attachments/${id}/file`, { headers: person.session });
  const folder = () => path.join(service.config.dataDir, 'files');
  const incoming = async () => readdir(path.join(folder(), 'incoming')).catch(() => []);
  /** Nothing of a refused upload is left. */
  const expectNothing = async () => {
    expect((await attached()).json()).toEqual([]);
    expect(await incoming()).toEqual([]);
  };

  it('answers one record for one file, and the file comes back as it was', async () => {
    const answer = await send(uploadParts(leadId, { 'Bank Ünïts "Q3".pdf': pdf }));
    expect(answer.statusCode, answer.body).toBe(200);
    const record = answer.json();
    expect(record).toMatchObject({
      createdBy: broker.accountId,
      fields: {
        fileName: 'Bank Ünïts "Q3".pdf',
        type: 'Bank Statements',
        entityType: 'LEAD',
        entityId: leadId,
      },
    });
    const file = await download(record.id);
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
    const answer = await send(uploadParts(leadId, sampleFiles, 'Image'));
    expect(answer.statusCode, answer.body).toBe(200);
    const names = Object.keys(sampleFiles);
    expect(
      answer.json().map((record: { fields: { fileName: string } }) => record.fields.fileName),
    ).toEqual(names);
    const mediaTypes = (await attached())
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
    const parts = uploadParts(leadId, {
      'a.pdf': pdf,
      'b.png': sampleFiles['shop.png'],
    }).toReversed();
    expect((await send(parts)).statusCode).toBe(200);
    expect((await attached()).json()).toHaveLength(2);
  });

  it('keeps a path in a name as a name', async () => {
    const fileName = '../../../etc/cron.d/x.pdf';
    const answer = await send(uploadParts(leadId, { [fileName]: pdf }));
    expect(answer.json().fields.fileName).toBe(fileName);
    expect(await readdir(folder())).toContain(answer.json().id);
    expect((await download(answer.json().id)).headers['content-disposition']).toContain(
      '..%2F..%2F',
    );
  });

  describe('refuses the whole upload', () => {
    const good = () => uploadParts(leadId, { 'a.pdf': pdf, 'b.pdf': pdf });
    const without = (name: string) => good().filter(([part]) => part !== name);
    it.each<[string, number, string, () => Part[]]>([
      ['without a file', 400, 'attachments[1][file]', () => without('attachments[1][file]')],
      ['without a type', 400, 'attachments[0][type]', () => without('attachments[0][type]')],
      [
        'without a name',
        400,
        'attachments[0][fileName]',
        () => without('attachments[0][fileName]'),
      ],
      ['without a lead', 400, 'entityId', () => without('entityId')],
      ['without entityType', 400, 'entityType', () => without('entityType')],
      [
        'for another entity',
        400,
        'entityType',
        () => [['entityType', 'DEAL'], ...without('entityType')],
      ],
      ['with no files at all', 400, 'attachments[0][file]', () => good().slice(0, 2)],
      ['with an unknown part', 400, 'colour', () => [...good(), ['colour', 'red']]],
      [
        'with a part twice',
        400,
        'attachments[0][type]',
        () => [...good(), ['attachments[0][type]', 'Image']],
      ],
      [
        'with a file twice',
        400,
        'attachments[0][file]',
        () => [...good(), ['attachments[0][file]', pdf]],
      ],
      [
        'with a gap',
        400,
        'attachments',
        () => good().map(([name, content]) => [name.replace('[1]', '[2]'), content]),
      ],
      [
        'with a text for a file',
        400,
        'attachments[2][file]',
        () => [...good(), ['attachments[2][file]', 'x']],
      ],
      [
        'with an unknown type',
        400,
        'attachments[0][type]',
        () => uploadParts(leadId, { 'a.pdf': pdf }, 'image'),
      ],
      [
        'with an empty file',
        400,
        'attachments[0][file]',
        () => uploadParts(leadId, { 'a.csv': Buffer.alloc(0) }),
      ],
      [
        'with a name of control characters',
        400,
        'attachments[0][fileName]',
        () => uploadParts(leadId, { 'a\t.pdf': pdf }),
      ],
      [
        'with a long name',
        400,
        'attachments[0][fileName]',
        () => uploadParts(leadId, { [`${'a'.repeat(252)}.pdf`]: pdf }),
      ],
      [
        'with a program',
        415,
        'attachments[1][file]',
        () => uploadParts(leadId, { 'a.pdf': pdf, 'b.exe': Buffer.from('MZ\0\0') }),
      ],
      [
        'with a program called PDF',
        415,
        'attachments[0][file]',
        () => uploadParts(leadId, { 'a.pdf': Buffer.from('MZ\0\0') }),
      ],
      [
        'with a PDF called program',
        415,
        'attachments[0][file]',
        () => uploadParts(leadId, { 'a.exe': pdf }),
      ],
      [
        'with a web page called CSV',
        415,
        'attachments[0][file]',
        () => uploadParts(leadId, { 'a.csv': Buffer.from('\uFEFF <html>') }),
      ],
      [
        'with UTF-16 called CSV',
        415,
        'attachments[0][file]',
        () => uploadParts(leadId, { 'a.csv': Buffer.from('a,b', 'utf16le') }),
      ],
      [
        'with a zero byte late in a CSV',
        415,
        'attachments[0][file]',
        () => uploadParts(leadId, { 'a.csv': Buffer.from(`${'a,b\n'.repeat(50_000)}\0`) }),
      ],
      [
        'with macros',
        415,
        'attachments[0][file]',
        () =>
          uploadParts(leadId, {
            'a.docx': makeZip(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']),
          }),
      ],
      [
        'with old macros',
        415,
        'attachments[0][file]',
        () =>
          uploadParts(leadId, { 'a.doc': makeCompound(Buffer.from('_VBA_PROJECT', 'utf16le')) }),
      ],
      [
        'with any zip',
        415,
        'attachments[0][file]',
        () => uploadParts(leadId, { 'a.docx': makeZip(['word.txt']) }),
      ],
      [
        'with an old Office file of no known name',
        415,
        'attachments[0][file]',
        () => uploadParts(leadId, { 'a.ppt': makeCompound() }),
      ],
    ])('%s', async (_what, status, fault, parts) => {
      const answer = await send(parts());
      expect(answer.statusCode, answer.body).toBe(status);
      expect(Object.keys(answer.json().fields)).toContain(fault);
      await expectNothing();
    });

    it('with every fault told at once', async () => {
      const answer = await send([
        ['entityId', leadId],
        ['attachments[0][type]', 'x'],
        ['what', 'x'],
      ]);
      expect(new Set(Object.keys(answer.json().fields))).toEqual(
        new Set([
          'entityType',
          'what',
          'attachments[0][type]',
          'attachments[0][fileName]',
          'attachments[0][file]',
        ]),
      );
    });

    it('with a file over 25 MiB, and takes one of exactly 25', async () => {
      const most = Buffer.concat([pdf, Buffer.alloc(25 * 1024 * 1024 - pdf.length)]);
      const larger = await send(
        uploadParts(leadId, { 'a.pdf': pdf, 'b.pdf': Buffer.concat([most, Buffer.alloc(1)]) }),
      );
      expect(larger.statusCode).toBe(413);
      expect(larger.json().fields).toHaveProperty(['attachments[1][file]']);
      await expectNothing();
      expect((await send(uploadParts(leadId, { 'a.pdf': most }))).statusCode).toBe(200);
    }, 20_000);

    it('with more than 10 files', async () => {
      const files = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.pdf`, pdf]));
      const answer = await send(uploadParts(leadId, files));
      expect([answer.statusCode, answer.json().error]).toEqual([
        413,
        expect.stringContaining('10 files'),
      ]);
      await expectNothing();
    });

    it('that is broken, cut off or no form', async () => {
      const { payload, contentType } = await multipart(good());
      const post = async (body: Buffer, type: string) =>
        service.call('POST', '/api/v1/attachment', {
          headers: { ...broker.bearer, 'content-type': type },
          payload: body,
        });
      expect((await post(payload.subarray(0, 700), contentType)).statusCode).toBe(400);
      expect((await post(payload, 'multipart/form-data')).statusCode).toBe(400);
      expect((await post(payload, 'multipart/form-data; boundary=other')).statusCode).toBe(400);
      expect((await post(Buffer.from('{}'), 'application/json')).statusCode).toBe(415);
      await expectNothing();
    });

    it('for a lead that is missing or somebody else’s, whatever else is wrong', async () => {
      expect((await send(uploadParts('nosuchlead', { 'a.exe': pdf }))).statusCode).toBe(404);
      expect((await send(uploadParts('../x', { 'a.exe': pdf }))).statusCode).toBe(404);
      expect(
        (await send(uploadParts(leadId, { 'a.exe': pdf }), { person: stranger })).statusCode,
      ).toBe(403);
      expect(
        (await send(uploadParts(leadId, { 'a.pdf': pdf }).toReversed(), { person: stranger }))
          .statusCode,
      ).toBe(403);
      expect((await send(good(), { person: support })).statusCode).toBe(403);
      await expectNothing();
    });
  });

  it('answers a large upload that is refused at its first part', async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const large = Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)]);
    const { payload, contentType } = await multipart(uploadParts('nosuchlead', { 'a.pdf': large }));
    const answer = await fetch(`${service.app.publicUrl}/api/v1/attachment`, {
      method: 'POST',
      headers: { ...broker.bearer, 'content-type': contentType },
      body: payload,
    });
    expect(answer.status).toBe(404);
    expect(await incoming()).toEqual([]);
  });

  it('stores uploads to one lead at the same time, each whole', async () => {
    const uploads = Array.from({ length: 8 }, async (_, n) =>
      send(uploadParts(leadId, { [`${n}.pdf`]: pdf, [`${n}.csv`]: sampleFiles['rows.csv'] })),
    );
    for (const answer of await Promise.all(uploads)) expect(answer.statusCode).toBe(200);
    expect((await attached()).json()).toHaveLength(16);
  });

  describe('with an Idempotency-Key', () => {
    const headers = { 'idempotency-key': 'k' };
    it('attaches once, however often it is sent, in whatever order', async () => {
      const parts = uploadParts(leadId, { 'a.pdf': pdf, 'b.csv': sampleFiles['rows.csv'] });
      const answers = await Promise.all(
        [parts, parts, parts, parts.toReversed()].map((sent) => send(sent, { headers })),
      );
      expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
      expect((await attached()).json()).toHaveLength(2);
      expect(await incoming()).toEqual([]);
    });

    it('refuses other bytes, and gives a refusal again', async () => {
      await send(uploadParts(leadId, { 'a.csv': sampleFiles['rows.csv'] }), { headers });
      expect(
        (await send(uploadParts(leadId, { 'a.csv': Buffer.from('a,b') }), { headers })).statusCode,
      ).toBe(422);
      const other = { 'idempotency-key': 'l' };
      const wrong = uploadParts(leadId, { 'a.exe': pdf });
      const [one, two] = [
        await send(wrong, { headers: other }),
        await send(wrong, { headers: other }),
      ];
      expect([two.statusCode, two.body]).toEqual([415, one.body]);
      expect(await incoming()).toEqual([]);
    });
  });

  it('shows files to who sees the lead, and records the reads of support alone', async () => {
    const { id } = (await send(uploadParts(leadId, { 'a.pdf': pdf }))).json();
    expect((await attached(stranger)).statusCode).toBe(403);
    expect((await download(id, stranger)).statusCode).toBe(403);
    expect((await download('nosuchfile')).statusCode).toBe(404);
    expect((await download(id)).statusCode).toBe(200);
    expect((await download(id, support)).rawPayload).toEqual(pdf);
    const reads = await service.database.db
      .selectFrom('attachment_reads')
      .selectAll()
      .where('attachment_id', '=', id)
      .execute();
    expect(reads).toMatchObject([{ account_id: support.accountId }]);
  });

  it('clears up at the start what a crash has left, and keeps what was stored', async () => {
    const { id } = (await send(uploadParts(leadId, { 'a.pdf': pdf }))).json();
    const old = path.join(folder(), 'incoming', 'left-by-a-crash');
    const young = path.join(folder(), 'incoming', 'on-its-way');
    const unsettled = path.join(folder(), 'incoming', id);
    await writeFile(old, 'x');
    await writeFile(young, 'x');
    await service.database.pool.query(
      `insert into attachments select 'committed-then-crashed', lead_id, type, 'b.pdf', media_type, size, sha256, created_at, created_by from attachments where id = $1`,
      [id],
    );
    const committed = path.join(folder(), 'incoming', 'committed-then-crashed');
    await writeFile(committed, pdf);
    expect((await download('committed-then-crashed')).rawPayload).toEqual(pdf);
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await Promise.all([old, committed].map(async (file) => utimes(file, longAgo, longAgo)));
    expect(unsettled).not.toBe(committed);

    const again = await startTestApp(kind, {
      deps: { database: service.database },
      env: { DATA_DIR: service.config.dataDir },
    });
    await again.app.ready();
    expect(await incoming()).toEqual(['on-its-way']);
    expect((await download('committed-then-crashed')).rawPayload).toEqual(pdf);
    expect((await download(id)).rawPayload).toEqual(pdf);
    await again.app.close();
  });
});
