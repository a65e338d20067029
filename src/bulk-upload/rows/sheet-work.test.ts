import { beforeEach, describe, expect, it } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import { extraCellsError, validateRow } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';

import { ValidatedSheet } from './validated-sheet.ts';

type Cells = Readonly<Record<string, string>>;

const context = { partnerId: 'partner-1', contactIds: ['contact-1'] };
const parseOptions = { encoding: 'utf-8', delimiter: ',', columns: null } as const;
const good = (n: number): Cells => ({
  firstName: 'Anna',
  lastName: 'Baker',
  companyName: `Kauri ${n}`,
  phone: `+6149157${String(n).padStart(4, '0')}`,
});

let sheet: ValidatedSheet;
const readText = async (lines: string) => {
  await sheet.recognise(new File([`${templateHeader}\r\n${lines}`], 'leads.csv'));
  return sheet.read(parseOptions, context, () => undefined);
};
const read = async (...rows: Cells[]) => {
  const lines = rows.map((cells) => csvLine(templateColumns.map(({ name }) => cells[name] ?? '')));
  return (await readText(lines.join(''))).summary;
};

beforeEach(() => {
  sheet = new ValidatedSheet();
});

describe('a sheet', () => {
  it('says in a sentence what cannot be asked of it', async () => {
    await expect(sheet.count({ kind: 'all' })).rejects.toThrow('Choose a file first.');
    await read(good(1));
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
    const earlier = sheet.read(parseOptions, context, () => undefined);
    const later = sheet.read(parseOptions, context, () => undefined);
    await expect(earlier).rejects.toThrow('The file is being read anew.');
    expect((await later).summary.read).toBe(1);
  });

  it('a filter’s rows stay while they are corrected, until they are counted again', async () => {
    await read(good(1), { ...good(2), phone: '1' }, { ...good(3), phone: '2' });
    expect(await sheet.count({ kind: 'invalid' })).toBe(2);
    await sheet.edit([{ row: 3, column: 'phone', text: '+61491570156' }]);
    const rows = await sheet.rows({ kind: 'invalid' }, 0, 10);
    expect(rows.map(({ row, state }) => [row, state])).toEqual([
      [3, 'ready'],
      [4, 'invalid'],
    ]);
    expect(rows[0]?.changed).toEqual({ 3: '1' });
    expect(await sheet.count({ kind: 'invalid' })).toBe(1);
    expect(await sheet.count({ kind: 'column', column: 'phone' })).toBe(1);
    expect(await sheet.count({ kind: 'row', row: 3 })).toBe(1);
  });

  it('says what is wrong with whose rows may be', async () => {
    const { issues } = await read({ ...good(1), brokerId: 'partner-2' });
    expect(issues.map(({ title, cells }) => [title, cells])).toEqual([
      ['Partner ID is another partner’s', 1],
    ]);
  });
});

describe('a row with more cells than the header', () => {
  const amount = templateColumns.findIndex(({ name }) => name === 'amountRequested');
  const last = templateColumns.at(-1)!.name;
  const lineOf = (cells: Cells) => csvLine(templateColumns.map(({ name }) => cells[name] ?? ''));
  /** The row's amount is split into two cells, which shifts all later cells by one column. */
  const cutLine = (cells: Cells) => {
    const texts = templateColumns.map(({ name }) => cells[name] ?? '');
    return csvLine(texts.toSpliced(amount, 1, '$80', '000'));
  };
  const readCut = () =>
    readText(
      [
        cutLine({ ...good(1), [last]: 'z' }),
        cutLine(good(1)),
        '\r\n',
        lineOf(good(1)),
        lineOf(good(2)),
      ].join(''),
    );

  it('is one error, of which no cell is fixed and no client looked for', async () => {
    const { summary } = await readCut();
    expect(summary).toMatchObject({ read: 5, ready: 2, invalid: 2, blank: 1, duplicateRows: 0 });
    expect(summary.issues).toEqual([
      expect.objectContaining({
        title: 'Rows with more cells than the header',
        column: null,
        cells: 2,
        firstRow: 2,
        fix: null,
      }),
    ]);
    const [shown] = await sheet.rows({ kind: 'issue', issue: summary.issues[0]!.key }, 0, 9);
    expect(shown?.cells).toHaveLength(templateColumns.length);
    expect(shown?.errors).toEqual({ 0: extraCellsError });
    expect((await sheet.duplicateKeys(2, 9)).keys.map(([row]) => row)).toEqual([5, 6]);
  });

  it('stays at error whatever is edited, until nothing stands in it', async () => {
    await readCut();
    const write = async (text: string, columns: readonly string[]) =>
      (await sheet.edit(columns.map((column) => ({ row: 3, column, text })))).summary;
    expect(await write('80000', ['amountRequested'])).toMatchObject({ ready: 2, invalid: 2 });
    expect(await write(good(2)['phone']!, ['phone'])).toMatchObject({ duplicateRows: 0 });
    expect((await sheet.rows({ kind: 'row', row: 3 }, 0, 1))[0]?.state).toBe('invalid');
    const all = templateColumns.map(({ name }) => name);
    expect(await write('', all)).toMatchObject({ invalid: 1, blank: 2 });
    expect((await sheet.undo()).summary).toMatchObject({ invalid: 2, blank: 1 });
  });

  it('goes to the service with all it has, and is rejected there with the same sentence', async () => {
    const lines = [
      cutLine(good(1)),
      lineOf(good(2)),
      csvLine(Array.from({ length: 300 }, () => 'x')),
    ];
    await readText(lines.join(''));
    const { rows, leftOut } = await sheet.batch(2, 1_000);
    expect(leftOut).toEqual([]);
    const wide = [rows[0]!, rows[2]!];
    expect(wide.map((row) => row.length)).toEqual([templateColumns.length + 2, 101]);
    const contacts = { partnerId: 'partner-1', contactIds: new Set<string>() };
    for (const [, ...cells] of wide)
      expect(validateRow(cells, contacts).errors).toEqual([{ column: '', error: extraCellsError }]);
  });

  it('is among the rows to correct, with what stands beyond the last column in the reasons', async () => {
    await readText(cutLine({ ...good(1), [last]: '=last' }));
    const files = await sheet.invalidRowFiles();
    const [reason] = (await files.reasons.text()).split('\r\n').slice(1);
    expect(`${reason}\r\n`).toBe(csvLine(['2', '2', '', "'=last", extraCellsError]));
    const again = new ValidatedSheet();
    const { isExact, parseOptions: found } = await again.recognise(
      new File([files.rows], 'again.csv'),
    );
    expect(isExact).toBe(true);
    const { summary } = await again.read(found!, context, () => undefined);
    expect(summary).toMatchObject({ read: 1, invalid: 1 });
    expect(summary.issues.map(({ column }) => column)).not.toContain(null);
  });
});

describe('duplicates', () => {
  it('are found by what the cells mean, and followed through edits and fixes', async () => {
    const summary = await read(
      { ...good(1), email: 'a@b.test' },
      { ...good(2), phone: '+61 (491) 570-001' },
      { ...good(3), email: 'A@b.test', abn: '51 824 753 556' },
      { ...good(4), abn: '51824753556' },
      { ...good(5), phone: '0491 570 002' },
      { ...good(2) },
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
    await read(good(1), good(1), good(1), good(2));
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
    });
    const batch = await sheet.batch(2, 1_000);
    expect(batch.leftOut).toEqual([
      { row: 3, reason: 'duplicate-row', of: '2' },
      { row: 5, reason: 'person', of: null },
    ]);
    expect(batch.rows.map(([row]) => row)).toEqual([2, 4]);
  });

  it('of leads are asked by key and kept by row', async () => {
    await read(good(1), { ...good(2), phone: 'none' }, {}, { ...good(4), email: 'a@b.test' });
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
    // A later search replaces the results of an earlier one.
    expect(await sheet.setDuplicateLeads([])).toMatchObject({ duplicateLeads: 0, leftOut: 0 });
  });
});

describe('batches', () => {
  it('hold every row once that is no lead yet, blank and invalid ones too', async () => {
    await read(
      ...Array.from({ length: 2_500 }, (_, n) =>
        n === 7 ? {} : n === 9 ? { ...good(n), phone: '1' } : good(n),
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

  it('end before they are too large for a request', async () => {
    await read(
      ...Array.from({ length: 300 }, (_, n) => ({ ...good(n), notes: 'x'.repeat(9_000) })),
    );
    const { rows, next } = await sheet.batch(2, 1_000);
    expect(rows.length).toBeLessThan(120);
    expect(next).toBe(2 + rows.length);
  });
});

describe('the invalid rows as files', () => {
  it('come back as they were, with the reasons beside them', async () => {
    await read(
      good(1),
      { ...good(2), phone: '1', notes: '=1+1' },
      { ...good(3), firstName: 'Zoë', email: 'none' },
    );
    const { rows, reasons, encoding } = await sheet.invalidRowFiles();
    expect(encoding).toBe('windows-1252');
    const said = new TextDecoder(encoding).decode(await reasons.arrayBuffer());
    expect(said.split('\r\n').slice(1, 3)).toEqual([
      '2,3,phone,1,"Start with + and the country code, for example +61 412 345 678."',
      '3,4,email,none,"Enter one email address, for example name@company.com."',
    ]);
    const again = new ValidatedSheet();
    const recognised = await again.recognise(new File([rows], 'again.csv'));
    expect(recognised.isExact).toBe(true);
    const { summary } = await again.read(recognised.parseOptions!, context, () => undefined);
    expect(summary).toMatchObject({ read: 2, invalid: 2 });
    const cells = async (one: ValidatedSheet, first: number) =>
      (await one.rows({ kind: 'all' }, first, 2)).map((row) => row.cells);
    expect(await cells(again, 0)).toEqual(await cells(sheet, 1));
  });
});
