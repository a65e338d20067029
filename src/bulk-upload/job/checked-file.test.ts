import { beforeEach, expect, test, vi } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import type { Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { emptySummary } from '#src/testing/fake-upload.ts';

import { CheckedFile } from './checked-file.ts';
import type { Checked } from './stage.ts';

const summary: SheetSummary = { ...emptySummary, read: 9, ready: 9 };
const found: SheetSummary = { ...summary, duplicateLeads: 1 };
const lead = { key: 'phone:1', leadId: 'l1', client: 'Ada Marsh' };
const fixes = [{ issue: 'phone', option: 'AU' }];
const edits = [{ row: 2, column: 'phone', text: '+61412345678' }];

/** Returns a checked file whose first row has the phone of a lead. */
function checkedFile(of: Partial<SheetSummary> = {}, canSearchLeads = true) {
  const double = {
    duplicateKeys: vi.fn<Sheet['duplicateKeys']>(async () => ({
      keys: [[2, lead.key]],
      next: null,
    })),
    setDuplicateLeads: vi.fn<Sheet['setDuplicateLeads']>(async () => found),
  };
  const sheet = Object.assign(double, {} as Omit<Sheet, keyof typeof double>);
  const checked = {
    summary: { ...summary, ...of },
    upload: { id: 'u1' },
    choices: noChoices,
    leadSearch: { is: 'not-started' },
    problem: null,
  } as unknown as Checked;
  return { sheet, file: new CheckedFile({ sheet, checked, canSearchLeads, onChange: () => {} }) };
}

/** The service's response to every request when it rejects; null: it rejects nothing. */
let rejection: Response | null = null;

async function serve(address: string, { method }: RequestInit = {}) {
  if (rejection) return rejection;
  if (address.endsWith('/duplicates')) return Response.json([lead]);
  return Response.json(method === 'PUT' ? noChoices : { edits: 1 });
}

beforeEach(() => {
  rejection = null;
  vi.stubGlobal('fetch', serve);
  vi.useFakeTimers();
});

test('leads are searched unasked where the service does, for a file with rows to submit, and not too many', async () => {
  const isSearched = (of: Partial<SheetSummary>, canSearch = true) =>
    checkedFile(of, canSearch).file.autoSearchLeads();
  expect(isSearched({ ready: 19_999, invalid: 1 })).toBe(true);
  expect(isSearched({ ready: 19_999, invalid: 2 })).toBe(false);
  expect(isSearched({ ready: 0, submitted: 9 })).toBe(false);
  expect(isSearched({}, false)).toBe(false);
  await vi.runAllTimersAsync();
});

test('shows what was found, and that cells were edited since', async () => {
  const { sheet, file } = checkedFile();
  await file.searchLeads();
  expect(sheet.setDuplicateLeads).toHaveBeenCalledExactlyOnceWith([{ row: 2, ...lead }]);
  expect(file.state).toMatchObject({
    summary: found,
    leadSearch: { is: 'done', isOutdated: false },
  });
  file.apply({ summary: found, edits: [], fixes: [] });
  expect(file.state.leadSearch).toEqual({ is: 'done', isOutdated: false });
  file.apply({ summary: found, edits, fixes: [] });
  expect(file.state.leadSearch).toEqual({ is: 'done', isOutdated: true });
  await vi.runAllTimersAsync();
});

test('fixed cells are looked for anew; an edit under way makes the search fall behind', async () => {
  const { sheet, file } = checkedFile();
  await file.searchLeads();
  file.apply({ summary, edits: [], fixes });
  expect(file.state.leadSearch.is).toBe('running');
  file.apply({ summary, edits, fixes });
  await vi.runAllTimersAsync();
  expect(sheet.setDuplicateLeads).toHaveBeenCalledTimes(2);
  expect(file.state.leadSearch).toEqual({ is: 'done', isOutdated: true });
});

test('a search that is rejected fails by itself: the file stays as it is', async () => {
  rejection = Response.json({ error: 'Not now.' }, { status: 400 });
  const { file } = checkedFile();
  await file.searchLeads();
  expect(file.state).toMatchObject({
    summary,
    problem: null,
    leadSearch: { is: 'failed', message: 'Not now.' },
  });
});

test('nothing is submitted where the service rejects what this window chose', async () => {
  const { file } = checkedFile();
  rejection = Response.json({ error: 'The contact stays.' }, { status: 409 });
  const rejected = file.save();
  await vi.runAllTimersAsync();
  expect(await rejected).toBe(false);
  expect(file.state.problem).toBe('The contact stays.');

  rejection = null;
  const stored = file.save();
  await vi.runAllTimersAsync();
  expect(await stored).toBe(true);
});

test('rows of an issue are left out beside those chosen before, and no more than can be saved', async () => {
  const { sheet, file } = checkedFile();
  const leaveOut = vi.fn<Sheet['leaveOut']>(async () => summary);
  Object.assign(sheet, { leaveOut, issueRows: async () => [3, 4] });
  const { rows: _, ...duplicatesToo } = noChoices.leaveOut;
  await file.leaveOut({ ...duplicatesToo, rows: [{ row: 9, leaveOut: false }] });
  await file.leaveOutIssue('email:other', true);
  expect(leaveOut.mock.lastCall?.[0].rows).toEqual([
    { row: 9, leaveOut: false },
    { row: 3, leaveOut: true },
    { row: 4, leaveOut: true },
  ]);
  await file.leaveOutIssue('email:other', false);
  expect(leaveOut.mock.lastCall?.[0].rows).toEqual([{ row: 9, leaveOut: false }]);
  Object.assign(sheet, {
    issueRows: async () => Array.from({ length: 20_000 }, (_row, at) => at + 10),
  });
  await file.leaveOutIssue('email:other', true);
  expect(leaveOut).toHaveBeenCalledTimes(3);
  expect(file.state.problem).toContain('At most 20,000 rows');
});
