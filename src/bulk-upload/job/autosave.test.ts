import { beforeEach, expect, test, vi } from 'vitest';

import {
  type CellEdit,
  noChoices,
  uploadLimits,
  type UploadChoices,
} from '#contract/bulk-upload/bulk-uploads.ts';
import { ServiceError } from '#src/api/service-error.ts';

import { Autosave, type SaveStatus } from './autosave.ts';

const edit = (row: number): CellEdit => ({ row, column: 'phone', text: `${row}` });
const down = new ServiceError(0, 'unreachable', 'The service could not be reached.');

let reported: SaveStatus[] = [];

function autosave(fail: Error[] = []) {
  const choices: UploadChoices[] = [];
  const edits: CellEdit[][] = [];
  const stored = new Autosave({
    async saveChoices(sent) {
      const error = fail.shift();
      if (error) throw error;
      choices.push(sent);
    },
    async saveEdits(sent) {
      const error = fail.shift();
      if (error) throw error;
      edits.push(sent);
    },
    onChange: (saveStatus) => reported.push(saveStatus),
  });
  return { stored, choices, edits };
}

beforeEach(() => {
  reported = [];
  vi.useFakeTimers();
});

test('of choices that follow each other the last one is saved; edits in order, in blocks of 1,000', async () => {
  const { stored, choices, edits } = autosave();
  stored.choose(noChoices);
  stored.choose({ ...noChoices, contactId: 'c1' });
  stored.edit(Array.from({ length: 1_500 }, (_, row) => edit(row)));
  expect(reported.at(-1)?.isSaved).toBe(false);

  await vi.runAllTimersAsync();
  expect(choices).toEqual([{ ...noChoices, contactId: 'c1' }]);
  expect(edits.map((block) => block.length)).toEqual([1_000, 500]);
  expect(edits.flat().map(({ row }) => row)).toEqual(
    Array.from({ length: 1_500 }, (_, row) => row),
  );
  expect(reported.at(-1)).toEqual({ isSaved: true, connection: null, rejection: null });
});

test('long edits go in blocks that a request holds', async () => {
  const { stored, edits } = autosave();
  const long = Array.from({ length: 100 }, (_, row) => ({
    ...edit(row),
    text: 'x'.repeat(20_000),
  }));
  stored.edit(long);
  await vi.runAllTimersAsync();
  expect(edits.flat()).toEqual(long);
  expect(Math.max(...edits.map((block) => JSON.stringify(block).length))).toBeLessThan(1_000_000);
});

test('as many edits as an upload can have are saved at once', async () => {
  const { stored, edits } = autosave();
  stored.edit(Array.from({ length: uploadLimits.edits }, (_, row) => edit(row)));
  await vi.runAllTimersAsync();
  expect(edits.flat()).toHaveLength(uploadLimits.edits);
});

test('a service that is down is tried again, and it is said since when', async () => {
  const { stored, edits } = autosave([down, down]);
  stored.edit([edit(2)]);
  await vi.runAllTimersAsync();
  expect(edits).toEqual([[edit(2)]]);
  expect(reported.some(({ connection }) => connection !== null)).toBe(true);
  expect(reported.at(-1)).toEqual({ isSaved: true, connection: null, rejection: null });
});

test('a rejection is shown and does not stop later changes', async () => {
  const { stored, edits } = autosave([new ServiceError(409, 'too-many-edits', 'Too many edits.')]);
  stored.edit([edit(2)]);
  await vi.runAllTimersAsync();
  expect(reported.at(-1)).toMatchObject({ isSaved: false, rejection: 'Too many edits.' });

  stored.edit([edit(3)]);
  await vi.runAllTimersAsync();
  expect(edits).toEqual([[edit(3)]]);
  expect(reported.at(-1)?.isSaved).toBe(true);
});
