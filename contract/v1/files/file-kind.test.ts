import { readFileSync } from 'node:fs';

import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';

import { attachmentLimits } from '#contract/v1/attachments.ts';

import { detectFileKind } from './file-kind.ts';
import { officeErrors } from './office-files.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../server/testing/fixtures/${name}`, import.meta.url));

/** Detects what bytes are under a file's name. */
const detect = async (content: Uint8Array, name: string) =>
  detectFileKind({
    name,
    size: content.length,
    read: async (start, end) => content.subarray(start, end),
    hasNul: () => content.includes(0),
  });

describe('a file is known by its bytes', () => {
  test.each([
    ['statement.pdf', 'PDF', 'application/pdf'],
    ['shop.png', 'PNG', 'image/png'],
    ['licence.jpg', 'JPEG', 'image/jpeg'],
    ['shop.webp', 'WebP', 'image/webp'],
    ['photo.heic', 'HEIC', 'image/heic'],
    ['books.xlsx', 'Excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    [
      'letter.docx',
      'Word',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ])('%s, whatever its name', async (file, label, mediaType) => {
    for (const name of [file, 'a', 'photo.jpg', 'a.csv'])
      expect(await detect(fixture(file), name)).toMatchObject({ kind: { label }, mediaType });
  });

  test('old Office files and text are known by their names as well', async () => {
    const old = { kind: { label: 'Excel' }, mediaType: 'application/vnd.ms-excel' };
    expect(await detect(fixture('books.xls'), 'books.xls')).toMatchObject(old);
    expect(await detect(fixture('letter.doc'), 'letter.doc')).toMatchObject({
      kind: { label: 'Word' },
      mediaType: 'application/msword',
    });
    expect(await detect(fixture('rows.csv'), 'rows.csv')).toMatchObject({
      kind: { label: 'CSV' },
      mediaType: 'text/csv',
    });
  });

  test.each([
    ['a byte order mark', '\ufeff'],
    ['line ends', '\r\n\r\n'],
    ['what a scanner writes', `\x1b%-12345X@PJL SET ${'A'.repeat(500)}\n`],
    ['the headers of an email', `Content-Type: application/pdf\n${'X: y\n'.repeat(190)}\n`],
    ['1,024 bytes', 'x'.repeat(1024)],
  ])('a PDF after %s', async (_what, before) => {
    const file = Buffer.concat([Buffer.from(before), fixture('statement.pdf')]);
    expect(await detect(file, 'scan.pdf')).toMatchObject({ mediaType: 'application/pdf' });
  });

  test('no PDF after more, and a CSV file that mentions one stays one', async () => {
    const late = Buffer.concat([Buffer.alloc(1025, 'x'), fixture('statement.pdf')]);
    expect((await detect(late, 'scan.pdf')).error).toMatch(/cannot be attached/);
    const csv = Buffer.from('name,starts with\nPDF,%PDF-1.7\n');
    expect(await detect(csv, 'kinds.csv')).toMatchObject({ mediaType: 'text/csv' });
  });

  test('a picture with the brand of HEIF', async () => {
    const heif = Buffer.from(fixture('photo.heic').toString('latin1').replace('heic', 'mif1'));
    expect(await detect(heif, 'a.heif')).toMatchObject({ mediaType: 'image/heif' });
  });
});

describe('what cannot be attached says why', () => {
  test.each([
    ['a.exe', 'page.html', /cannot be attached. Attach PDF, PNG, /],
    ['notes.txt', 'rows.csv', /cannot be attached/],
    ['a.xlsx', 'photos.zip', /cannot be attached/],
    ['a.docx', 'empty.zip', /cannot be attached/],
    ['a.ods', 'books.ods', /cannot be attached/],
    ['a.xlsm', 'macros.xlsm', /macros/],
    ['a.doc', 'macros.doc', /macros/],
    ['a.docx', 'locked.docx', /locked with a password/],
    ['a.docx', 'letter.doc', /must end in .doc or .xls/],
    ['a.doc', 'books.xls', /must end in .doc or .xls/],
    ['report.xls', 'page.html', /web page or plain text. Open it in Excel, save it as .xlsx/],
    ['report.xls', 'rows.csv', /web page or plain text. Open it in Excel, save it as .xlsx/],
    ['letter.doc', 'page.html', /web page or plain text. Open it in Word, save it as .docx/],
    ['a.csv', 'page.html', /not a plain text file/],
    ['a.csv', 'notes.rtf', /not a plain text file/],
  ])('as %s: %s', async (name, file, error) => {
    expect((await detect(fixture(file), name)).error).toMatch(error);
  });

  /** An old Word file with a number changed, and filled up to the maximum size of a file. */
  const crafted = (at: number, number: number) => {
    const file = Buffer.alloc(attachmentLimits.bytes, '_VBA_PROJEC', 'utf16le');
    fixture('letter.doc').copy(file);
    file.writeUInt32LE(number, at);
    return file;
  };
  const table = 512 * (1 + fixture('letter.doc').readUInt32LE(76));
  const directory = fixture('letter.doc').readUInt32LE(48);
  test.each([
    ['sectors of another size', 30, 0xffff],
    ['a directory outside the file', 48, 0xfffff],
    ['a directory that is a loop', table + directory * 4, directory],
    ['a directory that goes on outside the file', table + directory * 4, 0xfffff],
    ['a directory of any bytes', 48, 100],
    ['a table that is elsewhere', 76, 0xfffff],
  ])('under the signature of old Office files: %s', async (_what, at, number) => {
    expect(await detect(crafted(at, number), 'a.doc')).toEqual({ error: officeErrors.unnamed });
  });

  test('under the signature of old Office files: any bytes, which are not searched', async () => {
    const file = Buffer.alloc(attachmentLimits.bytes, '_');
    fixture('letter.doc').copy(file, 0, 0, 512);
    let bytesRead = 0;
    const read = async (start: number, end: number) => {
      bytesRead += end - start;
      return file.subarray(start, end);
    };
    const unknown = { name: 'a.doc', size: file.length, read, hasNul: () => true };
    expect(await detectFileKind(unknown)).toEqual({ error: officeErrors.unnamed });
    expect(bytesRead).toBeLessThan(3 * 1024 * 1024);
  });

  test.each([
    ['a.avif', '\x00\x00\x00\x18ftypavif', /cannot be attached/],
    ['a.docx', 'PK\x03\x04 cut off', /cannot be attached/],
    ['a.csv', 'D\x00a\x00t\x00e\x00', /not a plain text file/],
    ['a.csv', `${'a,b\n'.repeat(50_000)}\0`, /not a plain text file/],
  ])('as %s: %j', async (name, content, error) => {
    expect((await detect(Buffer.from(content, 'latin1'), name)).error).toMatch(error);
  });
});

/** A Word file whose main part has a media type, and other parts. */
const wordFile = (
  contentType: string,
  parts: Zippable = {},
  types = `<Types>${contentType}</Types>`,
) =>
  zipSync({
    '[Content_Types].xml': strToU8(types),
    'word/document.xml': strToU8('<x/>'),
    ...parts,
  });
const officeType = 'application/vnd.ms-';
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));

describe('a file with macros is found by the media types of its parts', () => {
  test('a Word file that other programs zip is accepted, stored or compressed', async () => {
    const types =
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
    for (const level of [0, 9] as const) {
      const file = wordFile('', { '[Content_Types].xml': [strToU8(types), { level }] });
      expect(await detect(file, 'a.docx')).toMatchObject({ kind: { label: 'Word' } });
    }
  });

  test.each([
    [
      'a macro-enabled document without a project',
      `${officeType}word.document.macroEnabled.main+xml`,
    ],
    [
      'a macro-enabled workbook without a project',
      `${officeType}excel.sheet.macroEnabled.main+xml`,
    ],
    ['a project under another name', `${officeType}office.vbaProject`],
    ['a sheet of Excel 4 macros', `${officeType}excel.macrosheet+xml`],
    ['an international sheet of Excel 4 macros', `${officeType}excel.intlmacrosheet+xml`],
    ['a media type in other letters', `${officeType.toUpperCase()}OFFICE.VBAPROJECT`],
    ['a media type with escaped letters', `${officeType}office.&#118;ba&#x50;roject`],
  ])('%s', async (_what, contentType) => {
    expect(await detect(wordFile(contentType), 'a.docx')).toEqual({ error: officeErrors.macros });
  });

  test('media types in UTF-16', async () => {
    const macros = `${officeType}office.vbaProject`;
    const encoded = wordFile('', { '[Content_Types].xml': utf16(macros) });
    expect(await detect(encoded, 'a.docx')).toEqual({ error: officeErrors.macros });
  });

  test.each([
    ['too many of them, however small in the file', ' '.repeat(8 * 1024 * 1024), []],
    ['a method of compression that is not known', 'x', [10, 99]],
    ['encrypted media types', 'x', [8, 1]],
    ['media types outside the file', 'x', [42, 255]],
  ])(
    'a file whose media types cannot be read is not accepted: %s',
    async (_what, types, [at, byte]) => {
      const file = wordFile('', {}, types);
      const entry = Buffer.from(file).indexOf('PK\x01\x02', 0, 'latin1');
      if (at !== undefined && byte !== undefined) file[entry + at] = byte;
      expect((await detect(file, 'a.docx')).error).toMatch(/cannot be attached/);
    },
  );

  test('a media type of an extension that no part has does not count', async () => {
    const types = `<Default Extension="bin" ContentType="${officeType}office.vbaProject"/>`;
    expect(await detect(wordFile(types), 'a.docx')).toMatchObject({ kind: { label: 'Word' } });
    const withPart = wordFile(types, { 'word/printer.BIN': new Uint8Array(1) });
    expect(await detect(withPart, 'a.docx')).toEqual({ error: officeErrors.macros });
  });

  test('many entries and many media types cost little processor time', async () => {
    const entries = Array.from({ length: 6_000 }, (_, index) => [
      `${index}`,
      [new Uint8Array(0), { level: 0 }],
    ]);
    const types = '<Default Extension="x" ContentType="y"/>'.repeat(6_000);
    const file = wordFile(types, Object.fromEntries(entries));
    const start = process.threadCpuUsage();
    expect(await detect(file, 'a.docx')).toMatchObject({ kind: { label: 'Word' } });
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
  });

  test('a file with two lists of media types is not accepted', async () => {
    const file = wordFile('', { '[CONTENT_types].xml': strToU8('<Types/>') });
    expect((await detect(file, 'a.docx')).error).toMatch(/cannot be attached/);
  });

  test('a compressed list that is cut off or has other bytes is not accepted', async () => {
    const file = wordFile('x'.repeat(2_000));
    const start = Buffer.from(file).indexOf('[Content_Types].xml') + '[Content_Types].xml'.length;
    file.fill(0xff, start, start + 8);
    expect((await detect(file, 'a.docx')).error).toMatch(/cannot be attached/);
  });
});
