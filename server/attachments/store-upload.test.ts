import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { attachableFiles, fixtureFile } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { multipart, type Part, uploadParts } from '#server/testing/upload-form.ts';

const pdf = attachableFiles['statement.pdf'];

describe('an upload is rejected completely', () => {
  const { service, stranger, support, incoming, testData } = withUploads();

  /** Expects that nothing is left of a rejected upload. */
  const expectNothing = async () => {
    expect((await testData.attached()).json()).toEqual([]);
    expect(await incoming()).toEqual([]);
  };

  const good = () => uploadParts(testData.leadId, { 'a.pdf': pdf, 'b.pdf': pdf });
  const without = (name: string) => good().filter(([part]) => part !== name);
  const image: Part = ['attachments[0][type]', 'Image'];
  const one = (name: string, content = pdf) => uploadParts(testData.leadId, { [name]: content });
  it.each<[string, string, () => Part[]]>([
    ['without a file', 'attachments[1][file]', () => without('attachments[1][file]')],
    ['without a type', 'attachments[0][type]', () => without('attachments[0][type]')],
    ['without a name', 'attachments[0][fileName]', () => without('attachments[0][fileName]')],
    ['without a lead', 'entityId', () => without('entityId')],
    ['without entityType', 'entityType', () => without('entityType')],
    ['of a deal', 'entityType', () => [['entityType', 'DEAL'], ...without('entityType')]],
    ['with no files at all', 'attachments[0][file]', () => good().slice(0, 2)],
    ['with an unknown part', 'colour', () => [...good(), ['colour', 'red']]],
    ['with a part twice', 'attachments[0][type]', () => [...good(), image]],
    ['a file twice', 'attachments[0][file]', () => [...good(), ['attachments[0][file]', pdf]]],
    [
      'with a gap',
      'attachments',
      () => good().map(([name, content]) => [name.replace('[1]', '[2]'), content]),
    ],
    ['a text for a file', 'attachments[2][file]', () => [...good(), ['attachments[2][file]', 'x']]],
    [
      'with an unknown type',
      'attachments[0][type]',
      () => uploadParts(testData.leadId, { 'a.pdf': pdf }, 'image'),
    ],
    ['with an empty file', 'attachments[0][file]', () => one('a.csv', Buffer.alloc(0))],
    ['a name of control characters', 'attachments[0][fileName]', () => one('a\t.pdf')],
    ['with a long name', 'attachments[0][fileName]', () => one(`${'a'.repeat(252)}.pdf`)],
  ])('%s', async (_what, error, parts) => {
    const response = await testData.send(parts());
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json().code).toBe('invalid-fields');
    expect(Object.keys(response.json().fields)).toContain(error);
    await expectNothing();
  });

  it('with all errors in one response', async () => {
    const response = await testData.send([
      ['entityId', testData.leadId],
      ['attachments[0][type]', 'x'],
      ['what', 'x'],
    ]);
    expect(new Set(Object.keys(response.json().fields))).toEqual(
      new Set([
        'entityType',
        'what',
        'attachments[0][type]',
        'attachments[0][fileName]',
        'attachments[0][file]',
      ]),
    );
  });

  it('with a file over 25 MiB; a file of exactly 25 MiB is accepted', async () => {
    const maxFile = Buffer.concat([pdf, Buffer.alloc(25 * 1024 * 1024 - pdf.length)]);
    const larger = await testData.send(
      uploadParts(testData.leadId, {
        'a.pdf': pdf,
        'b.pdf': Buffer.concat([maxFile, Buffer.alloc(1)]),
      }),
    );
    expect([larger.statusCode, larger.json().code]).toEqual([413, 'file-too-large']);
    expect(larger.json().fields).toHaveProperty(['attachments[1][file]']);
    await expectNothing();
    expect(
      (await testData.send(uploadParts(testData.leadId, { 'a.pdf': maxFile }))).statusCode,
    ).toBe(200);
  });

  it('with more than 10 files', async () => {
    const files = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.pdf`, pdf]));
    const response = await testData.send(uploadParts(testData.leadId, files));
    expect([response.statusCode, response.json()]).toEqual([
      413,
      { error: expect.stringContaining('10 files'), code: 'too-many-files' },
    ]);
    await expectNothing();
  });

  it('that is broken, cut off or not a form', async () => {
    const { payload, contentType } = await multipart(good());
    const post = async (body: Buffer, type: string) =>
      service.as(testData.broker).post('/api/v1/attachment', body, { 'content-type': type });
    expect((await post(payload.subarray(0, 700), contentType)).statusCode).toBe(400);
    expect((await post(payload, 'multipart/form-data')).statusCode).toBe(400);
    expect((await post(payload, 'multipart/form-data; boundary=other')).statusCode).toBe(400);
    expect((await post(Buffer.from('{}'), 'application/json')).statusCode).toBe(415);
    await expectNothing();
  });

  it('for a lead that does not exist or is not accessible, before any other error', async () => {
    expect((await testData.send(uploadParts('nosuchlead', { 'a.exe': pdf }))).statusCode).toBe(404);
    expect((await testData.send(uploadParts('../x', { 'a.exe': pdf }))).statusCode).toBe(404);
    expect(
      (await testData.send(uploadParts(testData.leadId, { 'a.exe': pdf }), { person: stranger }))
        .statusCode,
    ).toBe(403);
    expect(
      (
        await testData.send(uploadParts(testData.leadId, { 'a.pdf': pdf }).toReversed(), {
          person: stranger,
        })
      ).statusCode,
    ).toBe(403);
    expect((await testData.send(good(), { person: support })).statusCode).toBe(403);
    await expectNothing();
  });

  it('at its first part, and the sender still receives the response', async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const large = Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)]);
    const { payload, contentType } = await multipart(uploadParts('nosuchlead', { 'a.pdf': large }));
    const response = await fetch(`${service.app.publicUrl}/api/v1/attachment`, {
      method: 'POST',
      headers: { ...testData.broker.bearer, 'content-type': contentType },
      body: payload,
    });
    expect(response.status).toBe(404);
    expect(await incoming()).toEqual([]);
  });
});

describe('an upload with a file of another type is rejected completely', () => {
  const { incoming, openFiles, testData } = withUploads();

  it.each<[what: string, name: string, content: () => Buffer]>([
    ['a program', 'b.exe', () => Buffer.from('MZ\0\0')],
    ['a program called PDF', 'b.pdf', () => Buffer.from('MZ\0\0')],
    ['a PDF called program', 'b.exe', () => pdf],
    ['a web page called CSV', 'b.csv', () => Buffer.from('\uFEFF <html>')],
    ['UTF-16 called CSV', 'b.csv', () => Buffer.from('a,b', 'utf16le')],
    ['a zero byte late in a CSV', 'b.csv', () => Buffer.from(`${'a,b\n'.repeat(50_000)}\0`)],
    ['macros', 'b.docx', () => fixtureFile('macros.xlsm')],
    ['old macros', 'b.doc', () => fixtureFile('macros.doc')],
    ['any zip', 'b.docx', () => fixtureFile('photos.zip')],
    [
      'a zip that holds nothing',
      'b.docx',
      () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fixtureFile('empty.zip')]),
    ],
    [
      'a workbook that lists no media types',
      'b.xlsx',
      () => {
        const empty = new Uint8Array(0);
        return Buffer.from(
          zipSync({ '[Content_Types].xml': [empty, { level: 0 }], 'xl/a': empty }),
        );
      },
    ],
    ['an old Office file of no known name', 'b.ppt', () => fixtureFile('letter.doc')],
  ])('with %s', async (_what, name, content) => {
    const file = { [name]: content() };
    for (const [at, files] of [file, { 'a.pdf': pdf, ...file }].entries()) {
      const response = await testData.send(uploadParts(testData.leadId, files));
      expect(response.statusCode, response.body).toBe(415);
      expect(response.json().code).toBe('unsupported-file-type');
      expect(Object.keys(response.json().fields)).toContain(`attachments[${at}][file]`);
    }
    expect((await testData.attached()).json()).toEqual([]);
    expect([await incoming(), await openFiles()]).toEqual([[], []]);
  });
});
