import { describe, expect, it } from 'vitest';

import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';

const pdf = attachableFiles['statement.pdf'];

/** Forms as other programs write them, part by part. */
describe('the parts of a form', () => {
  const { service, incoming, testData } = withUploads();
  const boundary = 'a-boundary';
  const nameHeaders = 'Content-Disposition: form-data; name="attachments[0][fileName]"';
  const fileHeaders =
    'Content-Disposition: form-data; name="attachments[0][file]"; filename="a.pdf"\r\nContent-Type: application/pdf';

  type Written = readonly [headers: string, content: string | Buffer];
  const post = async (
    parts: readonly Written[],
    type = `multipart/form-data; boundary=${boundary}`,
  ) => {
    const bytes = parts.flatMap(([headers, content]) => [
      Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
    const body = Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]);
    return service.as(testData.broker).post('/api/v1/attachment', body, { 'content-type': type });
  };
  const form = (name: Written, file: Written = [fileHeaders, pdf]): Written[] => [
    ['Content-Disposition: form-data; name="entityType"', 'LEAD'],
    ['Content-Disposition: form-data; name="entityId"', testData.leadId],
    ['Content-Disposition: form-data; name="attachments[0][type]"', 'Bank Statements'],
    name,
    file,
  ];
  const attached = async () =>
    (await testData.attached()).json<{ fields: { fileName: string } }[]>();

  it.each<[string, () => Written[], string]>([
    [
      'a text that is not UTF-8',
      () => form([nameHeaders, Buffer.from('Relevé.pdf', 'latin1')]),
      'attachments[0][fileName]: This text is not UTF-8. Send the texts of the form in UTF-8.',
    ],
    [
      'a text that says it is not UTF-8',
      () =>
        form([
          `${nameHeaders}\r\nContent-Type: text/plain; charset=iso-8859-1`,
          Buffer.from('Relevé.pdf', 'latin1'),
        ]),
      'attachments[0][fileName]: This text is not UTF-8. Send the texts of the form in UTF-8.',
    ],
    [
      'a text in quoted-printable',
      () =>
        form([`${nameHeaders}\r\nContent-Transfer-Encoding: quoted-printable`, 'Relev=C3=A9.pdf']),
      'attachments[0][fileName]: Send this part as it is, without the header Content-Transfer-Encoding.',
    ],
    [
      'a file in base64',
      () =>
        form(
          [nameHeaders, 'a.pdf'],
          [`${fileHeaders}\r\nContent-Transfer-Encoding: BASE64`, pdf.toString('base64')],
        ),
      'attachments[0][file]: Send this part as it is, without the header Content-Transfer-Encoding.',
    ],
    [
      'a form that says its texts are not UTF-8',
      () => [
        ['Content-Disposition: form-data; name="_charset_"', 'windows-1252'],
        ...form([nameHeaders, 'a.pdf']),
      ],
      '_charset_: This text is not UTF-8. Send the texts of the form in UTF-8.',
    ],
  ])('%s is rejected by its name, and nothing is stored', async (_what, parts, error) => {
    const response = await post(parts());
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error, code: 'malformed-request' },
    ]);
    expect(await attached()).toEqual([]);
    expect(await incoming()).toEqual([]);
  });

  it.each<[string, () => Written[]]>([
    ['without further headers', () => form([nameHeaders, 'Relevé.pdf'])],
    [
      'with a charset, as .NET writes it',
      () => form([`${nameHeaders}\r\nContent-Type: text/plain; charset=utf-8`, 'Relevé.pdf']),
    ],
    [
      'of the type JSON',
      () => form([`${nameHeaders}\r\nContent-Type: application/json`, 'Relevé.pdf']),
    ],
    [
      'with an encoding that changes nothing',
      () => form([`${nameHeaders}\r\nContent-Transfer-Encoding: 8bit`, 'Relevé.pdf']),
    ],
    [
      'after the charset of the form',
      () => [
        ['Content-Disposition: form-data; name="_charset_"', 'UTF-8'],
        ...form([nameHeaders, 'Relevé.pdf']),
      ],
    ],
  ])('a text %s is read', async (_what, parts) => {
    const response = await post(parts());
    expect([response.statusCode, response.json().fields?.fileName]).toEqual([200, 'Relevé.pdf']);
    expect((await attached()).map(({ fields }) => fields.fileName)).toEqual(['Relevé.pdf']);
  });

  it.each([
    ['multipart/mixed', `multipart/mixed; boundary=${boundary}`, 415, 'multipart/form-data'],
    ['JSON', 'application/json', 415, 'multipart/form-data'],
    ['a form without its boundary', 'multipart/form-data', 400, 'no boundary'],
  ])('%s is told from a broken form', async (_what, type, status, sentence) => {
    const response = await post(form([nameHeaders, 'a.pdf']), type);
    expect([response.statusCode, response.json().error]).toEqual([
      status,
      expect.stringContaining(sentence),
    ]);
  });

  it('a text of more than 8 KiB, and more parts than an upload has, are rejected', async () => {
    const long = await post(form([nameHeaders, 'a'.repeat(8 * 1024 + 1)]));
    expect([long.statusCode, long.json().error]).toEqual([
      400,
      'The part attachments[0][fileName] must be one short text.',
    ]);
    const many = Array.from({ length: 101 }, (_, at): Written => [
      `Content-Disposition: form-data; name="part ${at}"`,
      'x',
    ]);
    const response = await post([...form([nameHeaders, 'a.pdf']), ...many]);
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      expect.stringContaining('more parts'),
    ]);
    expect(await incoming()).toEqual([]);
  });
});
