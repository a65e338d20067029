import { expect, test } from 'vitest';

import { noChoices, type OpenedUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { exact, openedUpload } from '#src/testing/fake-upload.ts';

import { findEarlierOptions } from './read-file.ts';

const proposed: ParseOptions = { ...exact, columns: ['lastName', null, null] };
const stored: ParseOptions = {
  ...exact,
  encoding: 'macintosh',
  columns: ['lastName', 'amountRequested', null],
};
const withNotes: ParseOptions = { ...proposed, columns: ['lastName', null, '+notes'] };

const choices = { ...noChoices, parseOptions: stored };
const checked: OpenedUpload = { ...openedUpload, choices };

test('an accepted proposal gives way to what was chosen when the file was checked before', () => {
  expect(findEarlierOptions(checked, proposed, { isChosen: true, proposed })).toEqual(stored);
  expect(findEarlierOptions(checked, proposed, {})).toEqual(stored);
});

test('what is changed in the proposal is added to what was chosen before', () => {
  const both = { ...stored, columns: ['lastName', 'amountRequested', '+notes'] };
  expect(findEarlierOptions(checked, withNotes, { isChosen: true, proposed })).toEqual(both);
  const utf8: ParseOptions = { ...proposed, encoding: 'utf-8' };
  expect(findEarlierOptions(checked, utf8, { isChosen: true, proposed })).toEqual({
    ...stored,
    encoding: 'utf-8',
  });
});

test('a checked file is read as the user chooses, until rows of it are sent', () => {
  expect(findEarlierOptions(checked, withNotes, { isChosen: true })).toBeNull();
  const sent: OpenedUpload = { ...checked, submittedRows: [[2, 2]] };
  expect(findEarlierOptions(sent, withNotes, { isChosen: true })).toEqual(stored);
  expect(findEarlierOptions(sent, withNotes, { isChosen: true, proposed })).toEqual(stored);
});

test('a file that was not checked before, or in the same way, is not read again', () => {
  const fresh: OpenedUpload = { ...checked, choices: noChoices };
  expect(findEarlierOptions(fresh, proposed, { isChosen: true, proposed })).toBeNull();
  expect(findEarlierOptions(checked, stored, { isChosen: true, proposed })).toBeNull();
});
