import { expect, test } from 'vitest';

import { attachmentLimits } from '#contract/v1/attachments.ts';

import { examineFile } from './examine-file.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test('a file that can go, with its name in two parts', async () => {
  expect(await examineFile(new File(['%PDF-1.7'], 'Q2 2026.final.PDF'))).toMatchObject({
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
])('%s gets the ending of what it is', async (name, stem, ending, warnings) => {
  expect(await examineFile(new File(['%PDF-1.7'], name))).toMatchObject({ stem, ending, warnings });
});

test('pictures keep any picture’s ending', async () => {
  expect(await examineFile(new File([png], 'photo.jpg'))).toMatchObject({
    ending: '.jpg',
    warnings: [],
  });
});

test('a protected PDF is warned of', async () => {
  const file = new File(['%PDF-1.7\ntrailer << /Encrypt 9 0 R >>'], 'june.pdf');
  expect(await examineFile(file)).toMatchObject({
    warnings: [expect.stringMatching(/asks for a password/)],
  });
});

test('empty, too large and unreadable files say so', async () => {
  expect(await examineFile(new File([], 'a.pdf'))).toEqual({ error: 'This file is empty.' });
  const large = new File([new Uint8Array(attachmentLimits.bytes + 1)], 'a.pdf');
  expect(await examineFile(large)).toEqual({
    error: 'This file is larger than 25 MB.',
  });
  const folder = new File(['x'], 'folder');
  folder.slice = () => {
    throw new DOMException('', 'NotReadableError');
  };
  expect(await examineFile(folder)).toEqual({ error: expect.stringMatching(/If it is a folder/) });
});

test('the same bytes have the same digest, whatever the name', async () => {
  const [one, other] = await Promise.all([
    examineFile(new File(['%PDF-1.7'], 'a.pdf')),
    examineFile(new File(['%PDF-1.7'], 'b.pdf')),
  ]);
  expect(one).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(other).toMatchObject({ digest: 'digest' in one && one.digest });
});
