import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { detectFileKind } from './file-kind.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../server/testing/fixtures/${name}`, import.meta.url));

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
    ['a.csv', 'page.html', /not a plain text file/],
    ['a.csv', 'notes.rtf', /not a plain text file/],
  ])('as %s: %s', async (name, file, error) => {
    expect((await detect(fixture(file), name)).error).toMatch(error);
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
