import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { attachableFiles, fixtureFile } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

const pdf = attachableFiles['statement.pdf'];

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
