import { describe, expect, test } from 'vitest';

import type { Examined } from './examine-file.ts';
import {
  canUpload,
  fileNameError,
  guessType,
  isUnsent,
  reduceUploads,
  startable,
  type Upload,
  type UploadAction,
} from './uploads.ts';
import { duplicateWarning } from './waiting-files.tsx';

const file = (name: string, content = 'some') => new File([content], name);
const examination: Examined = { stem: 'june', ending: '.pdf', warnings: [] };

/** Returns the uploads after the actions, starting with none. */
function after(...actions: readonly UploadAction[]): readonly Upload[] {
  return actions.reduce(reduceUploads, []);
}

const added = (id: string, name = `${id}.pdf`): UploadAction => ({
  type: 'added',
  picked: [{ id, file: file(name) }],
});
const examined = (id: string, change: Partial<Examined> = {}): UploadAction => ({
  type: 'examined',
  id,
  examination: { ...examination, ...change },
});
const sending = (id: string): UploadAction[] => [
  added(id),
  examined(id),
  { type: 'confirmed' },
  { type: 'started', id },
];

describe('from picked to sent', () => {
  test('a picked file is examined, gets a guessed type, is confirmed and sent', () => {
    expect(after(added('a'))).toMatchObject([{ state: 'checking' }]);
    expect(after(added('a', 'passport.png'), examined('a'))).toMatchObject([
      { state: 'ready', type: 'Proof of Identity or ID', isGuessed: true },
    ]);
    expect(after(added('a'), examined('a'), { type: 'confirmed' })).toMatchObject([
      { state: 'queued', isGuessed: false },
    ]);
    expect(after(...sending('a'), { type: 'progressed', id: 'a', share: 0.5 })).toMatchObject([
      { state: 'sending', share: 0.5 },
    ]);
    expect(
      after(...sending('a'), { type: 'ended', id: 'a', state: 'sent', attachmentId: 'x' }),
    ).toMatchObject([{ state: 'sent', attachmentId: 'x' }]);
  });

  test('a file with an error is not sent and not counted as unsent', () => {
    const uploads = after(
      added('a'),
      { type: 'examined', id: 'a', examination: { error: 'This file is empty.' } },
      { type: 'confirmed' },
    );
    expect(uploads).toMatchObject([{ state: 'invalid', error: 'This file is empty.' }]);
    expect(uploads.filter(isUnsent)).toEqual([]);
  });

  test('a file that is still being examined needs a confirmation of its own', () => {
    expect(after(added('a'), { type: 'confirmed' }, examined('a'))).toMatchObject([
      { state: 'ready', isGuessed: true },
    ]);
  });

  test('at most two files are sent at a time', () => {
    const uploads = after(
      ...['a', 'b', 'c'].flatMap((id) => [added(id), examined(id)]),
      { type: 'confirmed' },
      { type: 'started', id: 'a' },
    );
    expect(startable(uploads).map((upload) => upload.id)).toEqual(['b']);
    const full = reduceUploads(uploads, { type: 'started', id: 'b' });
    expect(startable(full)).toEqual([]);
  });
});

describe('changing name and type', () => {
  test('choosing a type confirms it', () => {
    expect(after(added('a'), examined('a'), { type: 'typed', id: 'a', to: 'Image' })).toMatchObject(
      [{ type: 'Image', isGuessed: false }],
    );
  });

  test('a change makes a new revision; cancel and retry do not', () => {
    const cancelled = after(...sending('a'), { type: 'cancelled', id: 'a' });
    expect(cancelled).toMatchObject([{ state: 'ready', revision: 0 }]);
    const failed = after(...sending('a'), { type: 'ended', id: 'a', state: 'failed', why: 'No.' });
    expect(reduceUploads(failed, { type: 'retried', id: 'a' })).toMatchObject([
      { state: 'queued', revision: 0 },
    ]);
    expect(reduceUploads(failed, { type: 'renamed', id: 'a', stem: 'july' })).toMatchObject([
      { state: 'ready', stem: 'july', revision: 1 },
    ]);
  });

  test('a file cannot be changed while it is being sent', () => {
    const uploads = after(...sending('a'));
    expect(reduceUploads(uploads, { type: 'renamed', id: 'a', stem: 'july' })).toEqual(uploads);
  });

  test.each([
    ['  ', 'Enter a name.'],
    ['x'.repeat(300), 'Use at most 255 characters; this has 304.'],
    ['two\nlines', 'Remove line breaks, tabs and control characters.'],
  ])('a file with the name "%s" cannot be sent', (stem, error) => {
    const [upload] = after(added('a'), examined('a', { stem }));
    expect(upload?.state === 'ready' && fileNameError(upload)).toBe(error);
    expect(upload && canUpload(upload)).toBe(false);
  });
});

test('a result that comes too late changes nothing', () => {
  const removed = after(...sending('a'), { type: 'removed', id: 'a' });
  expect(
    reduceUploads(removed, { type: 'ended', id: 'a', state: 'sent', attachmentId: 'x' }),
  ).toEqual([]);
  const cancelled = after(...sending('a'), { type: 'cancelled', id: 'a' });
  expect(reduceUploads(cancelled, { type: 'ended', id: 'a', state: 'failed', why: 'No.' })).toEqual(
    cancelled,
  );
});

describe('the same file twice', () => {
  const waiting = (id: string, name?: string) => [added(id, name), examined(id)];

  test('already attached, by name and size', () => {
    const uploads = after(...waiting('a'));
    const warnings = (size: number) =>
      uploads.map((upload) => duplicateWarning(upload, uploads, [{ fileName: 'june.pdf', size }]));
    const size = uploads[0]?.file.size ?? 0;
    expect(warnings(size)).toEqual(['This file is already attached.']);
    expect(warnings(9)).toEqual([undefined]);
  });

  test('picked a second time, by name and size; the first one is left alone', () => {
    const uploads = after(...waiting('a', 'x.pdf'), ...waiting('b', 'x.pdf'), ...waiting('c'));
    expect(uploads.map((upload) => duplicateWarning(upload, uploads, []))).toEqual([
      undefined,
      'You added a file of this name and size before.',
      undefined,
    ]);
  });
});

test.each([
  ['statements-june.pdf', 'Bank Statements'],
  ['ANZ_Statement2026.PDF', 'Bank Statements'],
  ['transactions.csv', 'Bank Statements'],
  ['visa-statement.pdf', 'Bank Statements'],
  ['licence-front.jpg', 'Proof of Identity or ID'],
  ['Drivers License.heic', 'Proof of Identity or ID'],
  ['passport.png', 'Proof of Identity or ID'],
  ['casey_ID.pdf', 'Proof of Identity or ID'],
  ['frontID2.jpg', 'Proof of Identity or ID'],
  ['IMG_2207.jpeg', 'Image'],
  ['video-still.png', 'Image'],
  ['shop front.webp', 'Image'],
])('the name %s means %s', (name, type) => {
  expect(guessType(name)).toBe(type);
});

test('a name that says nothing gets the type bank statements', () => {
  expect(guessType('scan0001.pdf')).toBe('Bank Statements');
});
