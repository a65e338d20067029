import { expect, test } from 'vitest';

import {
  attachmentKindNames,
  attachmentKinds,
  fileEnding,
  isFittingEnding,
} from './attachments.ts';

test.each([
  ['june.PDF', 'pdf'],
  ['a.tar.gz', 'gz'],
  ['scan', ''],
  ['No. 5 invoice', ''],
])('the extension of %s is "%s"', (name, ending) => {
  expect(fileEnding(name)).toBe(ending);
});

test.each([
  ['PDF', 'pdf', true],
  ['PDF', 'csv', false],
  ['PNG', 'jpg', true],
  ['HEIC', 'jpeg', true],
  ['PNG', 'pdf', false],
  ['Excel', 'xls', true],
  ['Excel', 'docx', false],
  ['CSV', '', false],
])('a %s file can have the extension "%s": %s', (label, ending, isFitting) => {
  const kinds = attachmentKinds.filter((one) => one.label === label);
  expect(kinds.map((kind) => isFittingEnding(ending, kind))).toEqual([isFitting]);
});

test('the list of accepted kinds names each kind', () => {
  expect(attachmentKindNames.split(/, | or /)).toEqual(attachmentKinds.map(({ label }) => label));
});
