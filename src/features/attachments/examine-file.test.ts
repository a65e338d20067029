import { expect, test, vi } from 'vitest';

import { attachmentLimits } from '#contract/v1/attachments.ts';
import { fixtureFile } from '#src/testing/fixture-files.ts';

import { examineFile } from './examine-file.ts';

test('a valid file has its name in two parts', async () => {
  expect(await examineFile(fixtureFile('statement.pdf', 'Q2 2026.final.PDF'))).toMatchObject({
    stem: 'Q2 2026.final',
    ending: '.PDF',
    warnings: [],
  });
});

test.each([
  ['scan', 'scan', '.pdf', []],
  ['No. 5 invoice', 'No. 5 invoice', '.pdf', []],
  [
    'june.csv',
    'june',
    '.pdf',
    ['The name says CSV, but this is a PDF file: it will be uploaded as june.pdf.'],
  ],
])('%s gets the extension of its kind', async (name, stem, ending, warnings) => {
  expect(await examineFile(fixtureFile('statement.pdf', name))).toMatchObject({
    stem,
    ending,
    warnings,
  });
});

test('a picture may have the extension of another kind of picture', async () => {
  expect(await examineFile(fixtureFile('shop.png', 'photo.jpg'))).toMatchObject({
    ending: '.jpg',
    warnings: [],
  });
});

test('a photo that Windows or a browser has named .jfif keeps its name', async () => {
  expect(await examineFile(fixtureFile('licence.jpg', 'licence.jfif'))).toEqual({
    stem: 'licence',
    ending: '.jfif',
    warnings: [],
  });
});

test('a protected PDF has a warning', async () => {
  const file = new File(['%PDF-1.7\ntrailer << /Encrypt 9 0 R >>'], 'june.pdf');
  expect(await examineFile(file)).toMatchObject({
    warnings: [expect.stringMatching(/asks for a password/)],
  });
});

test('empty, too large and unreadable files say so', async () => {
  expect(await examineFile(new File([], 'a.pdf'))).toEqual({ error: 'This file is empty.' });
  const large = new File([new Uint8Array(attachmentLimits.bytes + 1)], 'a.pdf');
  expect(await examineFile(large)).toEqual({ error: 'This file is larger than 25 MB.' });
  const folder = new File(['x'], 'folder');
  folder.slice = () => {
    throw new DOMException('', 'NotReadableError');
  };
  expect(await examineFile(folder)).toEqual({ error: expect.stringMatching(/If it is a folder/) });
});

test('a file that is removed while it is read is one that could not be read', async () => {
  const file = new File(['%PDF-1.7'], 'statement.pdf');
  const part = new Blob(['%PDF-1.7']);
  vi.spyOn(part, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'));
  vi.spyOn(file, 'slice').mockReturnValue(part);
  await expect(examineFile(file)).resolves.toEqual({
    error: 'This could not be read. If it is a folder, add the files in it instead.',
  });
});
