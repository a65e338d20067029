import { expect, it, vi } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { matchColumns } from '#src/bulk-upload/columns/template-columns.ts';
import { emptySummary, exact, file, recognition, upload } from '#src/testing/fake-upload.ts';

import { type ChoiceMemory, readTargets, rememberChoices } from './choice-memory.ts';
import type { Checked } from './stage.ts';

const checked: Checked = {
  file,
  recognition: { ...recognition, columns: matchColumns(['Ring me on', 'Company']) },
  parseOptions: { ...exact, columns: ['phone', 'companyName'] },
  notices: [],
  summary: {
    ...emptySummary,
    issues: ['phone:phone-without-plus', 'amountRequested:amount-signs'].map((key, at) => ({
      key,
      column: null,
      title: '',
      advice: '',
      cells: 0,
      firstRow: 2,
      fix: {
        options: [],
        others: [],
        question: at === 0 ? 'Which?' : null,
        chosen: 'AU',
        cells: 1,
      },
    })),
  },
  upload,
  rowsInBatch: 1_000,
  choices: {
    ...noChoices,
    fixes: [
      { issue: 'phone:phone-without-plus', option: 'AU' },
      { issue: 'amountRequested:amount-signs', option: 'x' },
    ],
  },
  isResumed: false,
  isReread: false,
  saveStatus: { isSaved: true, connection: null, rejection: null },
  leadSearch: { is: 'not-begun' },
  isChanging: false,
  fixedCells: null,
  problem: null,
};

it('assigned columns and answered questions are remembered, and what needs no memory is not', () => {
  const save = vi.fn<ChoiceMemory['save']>(async () => undefined);
  const memory = { read: vi.fn(), save };
  rememberChoices(memory, checked, new Map());
  expect(save).toHaveBeenCalledWith({
    columns: [{ header: 'ringmeon', target: 'phone' }],
    answers: [{ issue: 'phone:phone-without-plus', option: 'AU' }],
  });
  save.mockClear();
  const { fixes: _, ...choices } = checked.choices;
  rememberChoices(
    memory,
    { ...checked, choices: { ...choices, fixes: [] } },
    new Map([['ringmeon', 'phone']]),
  );
  expect(save).not.toHaveBeenCalled();
});

it('a file is read without what is remembered if that can’t be read, or comes late', async () => {
  const save = vi.fn();
  expect(await readTargets({ read: () => Promise.reject(new Error('down')), save })).toEqual(
    new Map(),
  );
  vi.useFakeTimers();
  const late = readTargets({ read: () => new Promise(() => {}), save });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await late).toEqual(new Map());
  vi.useRealTimers();
});

it('a target that the template no longer has is forgotten', async () => {
  const columns = [
    { header: 'a', target: 'phone' },
    { header: 'b', target: 'shoeSize' },
    { header: 'c', target: null },
    { header: 'd', target: '+notes' },
  ];
  const targets = await readTargets({
    read: async () => ({ columns, answers: [] }),
    save: vi.fn(),
  });
  expect([...targets]).toEqual([
    ['a', 'phone'],
    ['c', null],
    ['d', '+notes'],
  ]);
});
