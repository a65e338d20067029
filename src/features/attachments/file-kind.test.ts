import { expect, test } from 'vitest';

import { fileKind, isProtectedPdf } from './file-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const validate = (name: string, content: string) =>
  fileKind(new File([bytes(content)], name), bytes(content));

const oldOfficeMark = '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1';
const twoBytes = (text: string) => text.replaceAll(/./g, '$&\0');

/** Returns a zip file with just enough of its central directory to list the names. */
function zip(...names: string[]): string {
  const word = (number: number) => String.fromCharCode(number % 256, Math.floor(number / 256));
  const entries = names.map(
    (name) => `PK\x01\x02${'\0'.repeat(24)}${word(name.length)}${'\0'.repeat(16)}${name}`,
  );
  const table = entries.join('');
  return `PK\x03\x04${table}PK\x05\x06${'\0'.repeat(8)}${word(table.length)}\0\0${word(4)}\0\0\0\0`;
}

test.each([
  ['a.pdf', '%PDF-1.7', 'PDF'],
  ['a.png', '\x89PNG\r\n\x1A\n', 'PNG'],
  ['a.jpg', '\xFF\xD8\xFF\xE0', 'JPEG'],
  ['a.webp', 'RIFF\x10\x00\x00\x00WEBP', 'WebP'],
  ['a.heic', '\x00\x00\x00\x18ftypheic', 'HEIC'],
  ['a.xls', oldOfficeMark, 'Excel'],
  ['a.doc', oldOfficeMark, 'Word'],
  ['a', zip('[Content_Types].xml', 'xl/workbook.xml'), 'Excel'],
  ['a', zip('[Content_Types].xml', 'word/document.xml'), 'Word'],
  ['a.csv', 'Date,Amount\r\n2026-06-01,"1,200.00"', 'CSV'],
])('the bytes of %s are told', async (name, content, label) => {
  expect((await validate(name, content)).kind?.label).toBe(label);
});

test('the bytes count, whatever the name says', async () => {
  expect((await validate('photo.jpg', '\x89PNG\r\n\x1A\n')).kind?.label).toBe('PNG');
});

test.each([
  ['a.exe', 'MZ', /cannot be attached. Attach PDF, PNG, /],
  ['notes.txt', 'plain words', /cannot be attached/],
  ['a.avif', '\x00\x00\x00\x18ftypavif', /cannot be attached/],
  ['a.xlsx', zip('[Content_Types].xml', 'holiday/xl/photo.jpg'), /cannot be attached/],
  ['a.docx', zip(), /cannot be attached/],
  ['a.docx', 'PK\x03\x04 cut off', /cannot be attached/],
  ['a.xlsm', zip('[Content_Types].xml', 'xl/vbaProject.bin'), /macros/],
  ['a.doc', oldOfficeMark + twoBytes('_VBA_PROJECT'), /macros/],
  ['a.docx', oldOfficeMark + twoBytes('EncryptedPackage'), /locked with a password/],
  ['a.docx', oldOfficeMark, /must end in .doc or .xls/],
  ['a.csv', 'D\x00a\x00t\x00e\x00', /not a plain text file/],
  ['a.csv', '  <!doctype html>', /not a plain text file/],
  ['a.csv', '{\\rtf1', /not a plain text file/],
])('%s is rejected in words', async (name, content, words) => {
  expect((await validate(name, content)).error).toMatch(words);
});

test('a CSV with a zero byte anywhere is rejected', async () => {
  const file = new File(['a,b\n'.repeat(50_000), '\0'], 'a.csv');
  expect((await fileKind(file, bytes('a,b\n'))).error).toMatch(/not a plain text file/);
});

test('a protected PDF says so at its start or its end', () => {
  expect(isProtectedPdf(bytes('%PDF-1.7'), bytes('trailer << /Encrypt 5 0 R >>'))).toBe(true);
  expect(isProtectedPdf(bytes('%PDF-1.7'), bytes('trailer << /Root 1 0 R >>'))).toBe(false);
});
