import { expect, test } from 'vitest';

import { fileEnding, fileKind, isProtectedPdf } from './file-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const judge = (name: string, head: string, tail = head) => fileKind(name, bytes(head), bytes(tail));

test.each([
  ['a.pdf', '%PDF-1.7', 'PDF'],
  ['a.png', '\x89PNG\r\n\x1A\n', 'PNG'],
  ['a.jpg', '\xFF\xD8\xFF\xE0', 'JPEG'],
  ['a.webp', 'RIFF\x10\x00\x00\x00WEBP', 'WebP'],
  ['a.heic', '\x00\x00\x00\x18ftypheic', 'HEIC'],
  ['a.xls', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', 'Excel'],
  ['a.doc', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', 'Word'],
  ['a.csv', 'Date,Amount\r\n2026-06-01,"1,200.00"', 'CSV'],
])('the bytes of %s are told', (name, head, label) => {
  expect(judge(name, head).kind?.label).toBe(label);
});

test('the bytes count, whatever the name says', () => {
  expect(judge('photo.jpg', '\x89PNG\r\n\x1A\n').kind?.label).toBe('PNG');
});

test('a zip container is told by the parts it lists at its end', () => {
  expect(judge('a', 'PK\x03\x04', 'xl/workbook.xml').kind?.label).toBe('Excel');
  expect(judge('a', 'PK\x03\x04', 'word/document.xml').kind?.label).toBe('Word');
  expect(judge('a.xlsx', 'PK\x03\x04', 'holiday/photo.jpg').fault).toMatch(/cannot be attached/);
  expect(judge('a.xlsm', 'PK\x03\x04', 'xl/vbaProject.bin').fault).toMatch(/macros/);
});

test.each([
  ['a.exe', 'MZ', /cannot be attached. Attach PDF, PNG, /],
  ['notes.txt', 'plain words', /cannot be attached/],
  ['a.csv', 'D\x00a\x00t\x00e\x00', /not a plain text file/],
  ['a.csv', '  <!doctype html>', /not a plain text file/],
  ['a.pdf', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', /Word or Excel/],
  ['a.avif', '\x00\x00\x00\x18ftypavif', /cannot be attached/],
])('%s is refused in words', (name, head, words) => {
  expect(judge(name, head).fault).toMatch(words);
});

test('a protected PDF says so at its start or its end', () => {
  expect(isProtectedPdf(bytes('%PDF-1.7'), bytes('trailer << /Encrypt 5 0 R >>'))).toBe(true);
  expect(isProtectedPdf(bytes('%PDF-1.7'), bytes('trailer << /Root 1 0 R >>'))).toBe(false);
});

test.each([
  ['june.PDF', 'PDF'],
  ['a.tar.gz', 'gz'],
  ['scan', ''],
  ['.hidden', ''],
  ['No. 5 invoice', ''],
])('the ending of %s is "%s"', (name, ending) => {
  expect(fileEnding(name)).toBe(ending);
});
