import { describe, expect, it } from 'vitest';

import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import { extraCellsError, validateRow } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { type Cells, openTestSheet, rowLine, validCells } from '#src/testing/test-sheet.ts';

const { sheet, readText } = openTestSheet();

describe('a row with more cells than the header', () => {
  const amount = templateColumns.findIndex(({ name }) => name === 'amountRequested');
  const last = templateColumns.at(-1)!.name;
  /** The row's amount is split into two cells, which shifts all later cells by one column. */
  const cutLine = (cells: Cells) => {
    const texts = templateColumns.map(({ name }) => cells[name] ?? '');
    return csvLine(texts.toSpliced(amount, 1, '$80', '000'));
  };
  const readCut = () =>
    readText(
      [
        cutLine({ ...validCells(1), [last]: 'z' }),
        cutLine(validCells(1)),
        '\r\n',
        rowLine(validCells(1)),
        rowLine(validCells(2)),
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
    expect(await write(validCells(2)['phone']!, ['phone'])).toMatchObject({ duplicateRows: 0 });
    expect((await sheet.rows({ kind: 'all' }, 1, 1))[0]?.state).toBe('invalid');
    const all = templateColumns.map(({ name }) => name);
    expect(await write('', all)).toMatchObject({ invalid: 1, blank: 2 });
    expect((await sheet.undo()).summary).toMatchObject({ invalid: 2, blank: 1 });
  });

  it('goes to the service with all it has, and is rejected there with the same sentence', async () => {
    const lines = [
      cutLine(validCells(1)),
      rowLine(validCells(2)),
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
});
