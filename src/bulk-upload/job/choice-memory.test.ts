import { describe, expect, it, vi } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { rememberedChoices, type StoredChoices } from '#contract/bulk-upload/remembered-choices.ts';
import { matchColumns } from '#src/bulk-upload/columns/template-columns.ts';
import { recognise } from '#src/bulk-upload/reader/recognise-file.ts';
import type { ChosenParts } from '#src/bulk-upload/reader/recognition.ts';
import type { Sheet } from '#src/bulk-upload/rows/sheet.ts';
import { emptySummary, exact, file, recognition, upload } from '#src/testing/fake-upload.ts';

import {
  type ChoiceMemory,
  readRemembered,
  recogniseFile,
  rememberResolutions,
} from './choice-memory.ts';
import type { Checked } from './stage.ts';

const phones = 'phone:phone-without-plus';
const checked: Checked = {
  file,
  recognition: { ...recognition, columns: matchColumns(['Ring me on', 'Company']) },
  parseOptions: { ...exact, columns: ['phone', 'companyName'] },
  notices: [],
  summary: {
    ...emptySummary,
    issues: [phones, 'amountRequested:amount-signs', `${phones}:rest`].map((key, at) => {
      const question = at === 1 ? null : 'Which?';
      const fix = { options: [], others: [], question, chosen: 'AU', cells: 1 };
      return { key, column: null, title: '', advice: '', cells: 0, fix };
    }),
  },
  upload,
  rowsInBatch: 1_000,
  choices: {
    ...noChoices,
    fixes: [
      { issue: phones, option: 'AU' },
      { issue: 'amountRequested:amount-signs', option: 'x' },
      { issue: `${phones}:rest`, option: 'NZ' },
    ],
  },
  isResumed: false,
  isReadAgain: false,
  saveStatus: { isSaved: true, connection: null, rejection: null },
  leadSearch: { is: 'not-started' },
  isChanging: false,
  changes: 0,
  fixedCells: null,
  problem: null,
};

it('assigned columns and answered questions are remembered, those used again too, and what needs no memory is not', () => {
  const save = vi.fn<ChoiceMemory['save']>(async () => undefined);
  const memory = { read: vi.fn(), save };
  rememberResolutions(memory, checked, new Map());
  expect(save).toHaveBeenCalledWith({
    columns: [{ header: 'ringmeon', target: 'phone' }],
    resolutions: [{ issue: phones, option: 'AU' }],
  });
  save.mockClear();
  const { fixes: _, ...choices } = checked.choices;
  const unanswered = { ...checked, choices: { ...choices, fixes: [] } };
  const named = matchColumns(['Phone', 'Company']);
  rememberResolutions(
    memory,
    { ...unanswered, recognition: { ...recognition, columns: named } },
    new Map([['ringmeon', 'phone']]),
  );
  expect(save).not.toHaveBeenCalled();
  rememberResolutions(memory, unanswered, new Map([['ringmeon', 'phone']]));
  expect(save).toHaveBeenCalledWith({
    columns: [{ header: 'ringmeon', target: 'phone' }],
    resolutions: [],
  });
});

it('a file is read without what is remembered if that can’t be read, or comes late', async () => {
  const save = vi.fn();
  const nothing = { targets: new Map(), sheets: new Map() };
  const down = { read: () => Promise.reject(new Error('down')), save };
  expect(await readRemembered(down)).toEqual(nothing);
  vi.useFakeTimers();
  const late = readRemembered({ read: () => new Promise(() => {}), save });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await late).toEqual(nothing);
  vi.useRealTimers();
});

it('a target that the template no longer has is forgotten', async () => {
  const columns = [
    { header: 'a', target: 'phone' },
    { header: 'b', target: 'shoeSize' },
    { header: 'c', target: null },
    { header: 'd', target: '+notes' },
  ];
  const { targets } = await readRemembered({
    read: async () => ({ columns, resolutions: [] }),
    save: vi.fn(),
  });
  expect([...targets]).toEqual([
    ['a', 'phone'],
    ['c', null],
    ['d', '+notes'],
  ]);
});

let stored: StoredChoices = { columns: [], resolutions: [] };
const memory: ChoiceMemory = {
  read: async () => stored,
  save: async (choices) => void (stored = choices),
};

describe('the sheet of a workbook', () => {
  const names = ['May', 'June'];
  const sheet = {
    recognise: async (_file: File, _targets?: unknown, chosen: ChosenParts = {}) => ({
      ...recognition,
      workbook: { sheet: chosen.sheet ?? 'May', sheets: names },
    }),
  };
  const sheetOf = async (chosenFile: File, name?: string) =>
    (await recogniseFile(sheet, chosenFile, memory, { sheet: name })).recognition.workbook?.sheet;
  const book = new File(['bytes'], 'leads.xlsx');

  it('that was chosen by hand is read again when the same file is chosen again', async () => {
    expect(await sheetOf(book)).toBe('May');
    expect(await sheetOf(book, 'June')).toBe('June');
    expect(await sheetOf(new File(['bytes'], 'copy.xlsx'))).toBe('June');
    expect(await sheetOf(book, 'May')).toBe('May');
    expect(await sheetOf(book)).toBe('May');
  });

  it('is not that of another file, nor one that the workbook does not have', async () => {
    await sheetOf(book, 'June');
    expect(await sheetOf(new File(['other bytes'], 'leads.xlsx'))).toBe('May');
    stored = {
      ...stored,
      resolutions: stored.resolutions.map((one) => ({ ...one, option: 'July' })),
    };
    expect(await sheetOf(book)).toBe('May');
  });

  it('with a name or names longer than can be remembered is read all the same', async () => {
    names.push('x'.repeat(250));
    expect(await sheetOf(book, 'x'.repeat(250))).toBe('x'.repeat(250));
    expect(rememberedChoices.safeParse(stored).success).toBe(true);
    await sheetOf(book, 'June');
    expect(rememberedChoices.safeParse(stored).success).toBe(true);
  });
});

it('the row chosen as the header is that of later files with the same names', async () => {
  const sheet: Pick<Sheet, 'recognise'> = {
    recognise: async (leads, targets, chosen) => recognise(leads, targets, chosen?.headerRow),
  };
  const text = 'Vorname,Name,Nummer\nGiven,Family,Ring\n';
  const headerOf = async (leads: File, headerRow?: number) =>
    (await recogniseFile(sheet, leads, memory, { headerRow })).recognition.parseOptions
      ?.headerRow ?? 1;
  expect(await headerOf(new File([text, 'Ada,Reid,1\n'], 'june.csv'))).toBe(1);
  expect(await headerOf(new File([text, 'Ada,Reid,1\n'], 'june.csv'), 2)).toBe(2);
  expect(rememberedChoices.safeParse(stored).success).toBe(true);
  expect(await headerOf(new File(['July\n', text, 'Bo,Lee,2\n'], 'july.csv'))).toBe(3);
});
