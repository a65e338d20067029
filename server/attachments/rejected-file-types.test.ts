import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { attachableFiles, fixtureFile } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { type Part, uploadParts } from '#server/testing/upload-form.ts';

const pdf = attachableFiles['statement.pdf'];

describe('an upload with a file of another type is rejected completely', () => {
  const { incoming, openFiles, testData } = withUploads();

  it.each<[string, string, () => Part[]]>([
    [
      'with a program',
      'attachments[1][file]',
      () => uploadParts(testData.leadId, { 'a.pdf': pdf, 'b.exe': Buffer.from('MZ\0\0') }),
    ],
    [
      'with a program called PDF',
      'attachments[0][file]',
      () => uploadParts(testData.leadId, { 'a.pdf': Buffer.from('MZ\0\0') }),
    ],
    [
      'with a PDF called program',
      'attachments[0][file]',
      () => uploadParts(testData.leadId, { 'a.exe': pdf }),
    ],
    [
      'with a web page called CSV',
      'attachments[0][file]',
      () => uploadParts(testData.leadId, { 'a.csv': Buffer.from('\uFEFF <html>') }),
    ],
    [
      'with UTF-16 called CSV',
      'attachments[0][file]',
      () => uploadParts(testData.leadId, { 'a.csv': Buffer.from('a,b', 'utf16le') }),
    ],
    [
      'with a zero byte late in a CSV',
      'attachments[0][file]',
      () => uploadParts(testData.leadId, { 'a.csv': Buffer.from(`${'a,b\n'.repeat(50_000)}\0`) }),
    ],
    [
      'with macros',
      'attachments[0][file]',
      () =>
        uploadParts(testData.leadId, {
          'a.docx': fixtureFile('macros.xlsm'),
        }),
    ],
    [
      'with old macros',
      'attachments[0][file]',
      () =>
        uploadParts(testData.leadId, {
          'a.doc': fixtureFile('macros.doc'),
        }),
    ],
    [
      'with any zip',
      'attachments[0][file]',
      () => uploadParts(testData.leadId, { 'a.docx': fixtureFile('photos.zip') }),
    ],
    [
      'with a zip that holds nothing',
      'attachments[0][file]',
      () =>
        uploadParts(testData.leadId, {
          'a.docx': Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fixtureFile('empty.zip')]),
        }),
    ],
    [
      'with a workbook that lists no media types',
      'attachments[0][file]',
      () => {
        const empty = new Uint8Array(0);
        const file = zipSync({ '[Content_Types].xml': [empty, { level: 0 }], 'xl/a': empty });
        return uploadParts(testData.leadId, { 'a.xlsx': Buffer.from(file) });
      },
    ],
    [
      'with an old Office file of no known name',
      'attachments[0][file]',
      () => uploadParts(testData.leadId, { 'a.ppt': fixtureFile('letter.doc') }),
    ],
  ])('%s', async (_what, part, parts) => {
    const response = await testData.send(parts());
    expect(response.statusCode, response.body).toBe(415);
    expect(response.json().code).toBe('unsupported-file-type');
    expect(Object.keys(response.json().fields)).toContain(part);
    expect((await testData.attached()).json()).toEqual([]);
    expect([await incoming(), await openFiles()]).toEqual([[], []]);
  });
});
