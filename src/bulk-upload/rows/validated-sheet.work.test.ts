import { describe, expect, it } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import { templateHeader } from '#contract/bulk-upload/lead-template.ts';
import {
  openTestSheet,
  utf8Options,
  validCells,
  validationContext,
} from '#src/testing/test-sheet.ts';

const { sheet, read } = openTestSheet();

describe('a sheet', () => {
  it('says in a sentence what cannot be asked of it', async () => {
    await expect(openTestSheet().sheet.count({ kind: 'all' })).rejects.toThrow(
      'Choose a file first.',
    );
    await read(validCells(1));
    await expect(sheet.edit([{ row: 9, column: 'phone', text: '' }])).rejects.toThrow(
      'There is no such cell.',
    );
    await expect(sheet.fix('phone:missing', null)).rejects.toThrow(
      'The file has no cells with this issue.',
    );
    await expect(sheet.undo()).rejects.toThrow('There is nothing to undo.');
  });

  it('fails an earlier reading when a newer one begins', async () => {
    await sheet.recognise(new File([`${templateHeader}\r\n`, csvLine(['Anna'])], 'leads.csv'));
    const earlier = sheet.read(utf8Options, validationContext, () => undefined);
    const later = sheet.read(utf8Options, validationContext, () => undefined);
    await expect(earlier).rejects.toThrow('The file is being read anew.');
    expect((await later).summary.read).toBe(1);
  });

  it('a filter’s rows stay while they are corrected, until they are counted again', async () => {
    await read(validCells(1), { ...validCells(2), phone: '1' }, { ...validCells(3), phone: '2' });
    expect(await sheet.count({ kind: 'invalid' })).toBe(2);
    await sheet.edit([{ row: 3, column: 'phone', text: '+61491570156' }]);
    const rows = await sheet.rows({ kind: 'invalid' }, 0, 10);
    expect(rows.map(({ row, state }) => [row, state])).toEqual([
      [3, 'ready'],
      [4, 'invalid'],
    ]);
    expect(rows[0]?.changed).toEqual({ 3: '1' });
    expect(await sheet.count({ kind: 'invalid' })).toBe(1);
  });

  it('says what is wrong with whose rows may be', async () => {
    const { issues } = await read({ ...validCells(1), brokerId: 'partner-2' });
    expect(issues.map(({ title, cells }) => [title, cells])).toEqual([
      ['Partner ID is another partner’s', 1],
    ]);
  });
});

describe('duplicates', () => {
  it('are found by what the cells mean, and followed through edits and fixes', async () => {
    const summary = await read(
      { ...validCells(1), email: 'a@b.test' },
      { ...validCells(2), phone: '+61 (491) 570-001' },
      { ...validCells(3), email: 'A@b.test', abn: '51 824 753 556' },
      { ...validCells(4), abn: '51824753556' },
      { ...validCells(5), phone: '0491 570 002' },
      { ...validCells(2) },
    );
    expect(summary.duplicateRows).toBe(3);
    expect(await sheet.duplicates('rows', 0, 10)).toEqual([
      { row: 3, of: { row: 2 }, shared: 'phone', isLeftOut: false },
      { row: 4, of: { row: 2 }, shared: 'email', isLeftOut: false },
      { row: 5, of: { row: 4 }, shared: 'business number', isLeftOut: false },
    ]);
    expect(await sheet.count({ kind: 'duplicates', of: 'rows' })).toBe(3);
    const fixed = await sheet.fix('phone:phone-without-plus', null);
    expect(fixed.summary.duplicateRows).toBe(4);
    expect(await sheet.duplicates('rows', 3, 1)).toMatchObject([{ row: 7, of: { row: 6 } }]);
    const edited = await sheet.edit([{ row: 3, column: 'phone', text: '+61491570003' }]);
    expect(edited.summary.duplicateRows).toBe(3);
    expect(await sheet.duplicates('rows', 0, 1)).toMatchObject([
      { row: 4, of: { row: 3 }, shared: 'phone' },
    ]);
    await sheet.undo();
    expect((await sheet.undo()).summary).toMatchObject({ duplicateRows: 3 });
  });

  it('are left out or sent as the person decides, for all and for one', async () => {
    await read(validCells(1), validCells(1), validCells(1), validCells(2));
    const leaveOut = {
      ...noChoices.leaveOut,
      duplicateRows: true,
      rows: [
        { row: 4, leaveOut: false },
        { row: 5, leaveOut: true },
      ],
    };
    expect(await sheet.leaveOut(leaveOut)).toMatchObject({
      ready: 2,
      leftOut: 2,
      duplicateRows: 2,
      readyDuplicates: { leads: 0, rows: 1 },
    });
    const batch = await sheet.batch(2, 1_000);
    expect(batch.leftOut).toEqual([
      { row: 3, reason: 'duplicate-row', of: '2' },
      { row: 5, reason: 'person', of: null },
    ]);
    expect(batch.rows.map(([row]) => row)).toEqual([2, 4]);
  });

  it('of leads are requested by key and stored by row', async () => {
    await read(
      validCells(1),
      { ...validCells(2), phone: 'none' },
      {},
      { ...validCells(4), email: 'a@b.test' },
    );
    expect(await sheet.duplicateKeys(2, 2)).toEqual({ keys: [[2, 'phone:+61491570001']], next: 5 });
    const { keys, next } = await sheet.duplicateKeys(5, 10);
    expect([keys, next]).toEqual([
      [
        [5, 'phone:+61491570004'],
        [5, 'email:a@b.test'],
      ],
      null,
    ]);
    const found = [{ row: 5, key: 'email:a@b.test', leadId: 'lead-1', client: 'Anna Baker' }];
    expect(await sheet.setDuplicateLeads(found)).toMatchObject({ duplicateLeads: 1 });
    await sheet.leaveOut({ ...noChoices.leaveOut, duplicateLeads: true });
    expect(await sheet.duplicates('leads', 0, 9)).toEqual([
      { row: 5, of: { leadId: 'lead-1', client: 'Anna Baker' }, shared: 'email', isLeftOut: true },
    ]);
    expect((await sheet.batch(2, 1_000)).leftOut).toEqual([
      { row: 5, reason: 'duplicate-lead', of: 'lead-1' },
    ]);
    expect(await sheet.leaveOut(noChoices.leaveOut)).toMatchObject({
      readyDuplicates: { leads: 1, rows: 0 },
    });
    // A later search replaces the results of an earlier one.
    expect(await sheet.setDuplicateLeads([])).toMatchObject({
      duplicateLeads: 0,
      leftOut: 0,
      readyDuplicates: { leads: 0, rows: 0 },
    });
  });
});

describe('batches', () => {
  it('hold every row once that is no lead yet, blank and invalid ones too', async () => {
    await read(
      ...Array.from({ length: 2_500 }, (_, n) =>
        n === 7 ? {} : n === 9 ? { ...validCells(n), phone: '1' } : validCells(n),
      ),
    );
    await sheet.setSubmitted([[3, 4]]);
    const rows: number[] = [];
    const sizes: number[] = [];
    for (let next: number | null = 2; next !== null;) {
      const batch = await sheet.batch(next, 1_000);
      rows.push(...batch.rows.map(([row]) => row));
      sizes.push(batch.rows.length);
      ({ next } = batch);
    }
    expect(rows).toEqual([2, ...Array.from({ length: 2_497 }, (_, at) => at + 5)]);
    expect(sizes).toEqual([1_000, 1_000, 498]);
    const [blank] = (await sheet.batch(9, 1_000)).rows;
    expect(blank).toEqual([9]);
  });

  it('hold long runs of blank rows as runs, until a row is filled in', async () => {
    await read(
      validCells(0),
      ...Array.from({ length: 5_000 }, () => ({})),
      validCells(1),
      ...Array.from({ length: 9 }, () => ({})),
      validCells(2),
    );
    const { rows, blank, next } = await sheet.batch(2, 1_000);
    expect(rows.map(([row]) => row)).toEqual([
      2,
      ...Array.from({ length: 11 }, (_, at) => at + 5_003),
    ]);
    expect([blank, next]).toEqual([[[3, 5_002]], null]);
    await sheet.edit([{ row: 700, column: 'firstName', text: 'Ana' }]);
    const filled = await sheet.batch(2, 2);
    expect(filled.rows.map(([row]) => row)).toEqual([2]);
    expect([filled.blank, filled.next]).toEqual([[[3, 699]], 700]);
    expect((await sheet.batch(700, 1_000)).blank).toEqual([[701, 5_002]]);
  });

  it('end before they are too large for a request', async () => {
    await read(
      ...Array.from({ length: 300 }, (_, n) => ({ ...validCells(n), notes: 'x'.repeat(9_000) })),
    );
    const { rows, next } = await sheet.batch(2, 1_000);
    expect(rows.length).toBeLessThan(120);
    expect(next).toBe(2 + rows.length);
  });
});
