import { templateColumnIndex, templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { validateText } from '#contract/v1/fields.ts';
import type {
  Changed,
  RowFilter,
  Sheet,
  SheetRow,
  SheetSummary,
} from '#src/bulk-upload/rows/sheet.ts';

import { emptySummary } from './fake-upload.ts';

type Edit = { readonly row: number; readonly column: string; readonly text: string };

const unknown = () => Promise.reject(new Error('The double of the worker does not do this.'));

/**
 * Returns a sheet without a worker or a file, for tests of what draws its rows. `cellsOf` returns
 * the cells of a row, from row 2. The sheet validates by the contract, and supports undo and redo.
 * Each column with errors is one issue, keyed by the column's name. The methods that the grid does
 * not use reject.
 */
export function fakeSheet(rowCount: number, cellsOf: (row: number) => readonly string[]) {
  const written = new Map<number, Map<number, string>>();
  const done: Edit[][] = [];
  const undone: Edit[][] = [];
  const invalidRows = new Set<number>();
  const submitted = new Set<number>();

  function makeRow(row: number): SheetRow {
    const file = cellsOf(row);
    const own = written.get(row);
    const cells = templateColumns.map(
      (_, columnIndex) => own?.get(columnIndex) ?? file[columnIndex] ?? '',
    );
    const errors: Record<number, string> = {};
    if (cells.some((text) => text !== '')) {
      for (const [columnIndex, { field }] of templateColumns.entries()) {
        const validated = validateText(field, cells[columnIndex] ?? '');
        if (validated.error !== undefined) errors[columnIndex] = validated.error;
      }
    }
    const changed: Record<number, string> = {};
    for (const [columnIndex, text] of own ?? []) {
      const before = file[columnIndex] ?? '';
      if (text !== before) changed[columnIndex] = before;
    }
    const isInvalid = Object.keys(errors).length > 0;
    const state = submitted.has(row) ? 'submitted' : isInvalid ? 'invalid' : 'ready';
    return { row, cells, errors, changed, state };
  }

  function look(row: number): void {
    if (makeRow(row).state === 'invalid') invalidRows.add(row);
    else invalidRows.delete(row);
  }
  for (let row = 2; row < rowCount + 2; row += 1) look(row);

  /** The rows of the filter that was counted last: they stay while they are corrected. */
  let counted: readonly number[] = [];

  function numbers(filter: RowFilter): readonly number[] {
    const invalid = [...invalidRows].toSorted((a, b) => a - b);
    if (filter.kind === 'invalid') return invalid;
    return invalid.filter(
      (row) => filter.kind === 'issue' && makeRow(row).errors[templateColumnIndex(filter.issue)],
    );
  }

  function summary(): SheetSummary {
    const invalid = [...invalidRows].map(makeRow);
    const columns = templateColumns.map(({ name, label }, columnIndex) => {
      const rows = invalid.filter(({ errors }) => errors[columnIndex] !== undefined);
      return { name, label, rows: rows.map(({ row }) => row) };
    });
    return {
      ...emptySummary,
      read: rowCount,
      ready: rowCount - invalidRows.size - submitted.size,
      invalid: invalidRows.size,
      submitted: submitted.size,
      issues: columns.flatMap(({ name, label, rows: [firstRow, ...more] }) =>
        firstRow === undefined
          ? []
          : [
              {
                key: name,
                column: name,
                title: `${label} to fix`,
                advice: '',
                cells: more.length + 1,
                firstRow,
                fix: null,
              },
            ],
      ),
      canUndo: done.length > 0,
      canRedo: undone.length > 0,
    };
  }

  /** Writes the cells, and returns the edits that undo the change. */
  function write(edits: readonly Edit[]): Edit[] {
    return edits.map(({ row, column, text }) => {
      const before = makeRow(row).cells[templateColumnIndex(column)] ?? '';
      written.set(row, new Map(written.get(row)).set(templateColumnIndex(column), text));
      look(row);
      return { row, column, text: before };
    });
  }

  async function step(from: Edit[][], to: Edit[][]): Promise<Changed> {
    const edits = from.pop() ?? [];
    to.push(write(edits).toReversed());
    return { summary: summary(), edits, fixes: [] };
  }

  const sheet: Sheet = {
    recognise: unknown,
    read: unknown,
    resume: unknown,
    fix: unknown,
    fixAll: unknown,
    fill: unknown,
    issueRows: unknown,
    tryResolution: unknown,
    duplicates: unknown,
    duplicateKeys: unknown,
    setDuplicateLeads: unknown,
    leaveOut: unknown,
    batch: unknown,
    close: () => {},
    count: async (filter) => {
      if (filter.kind === 'all') return rowCount;
      counted = numbers(filter);
      return counted.length;
    },
    rows: async (filter, first, count) => {
      const end = Math.min(first + count, filter.kind === 'all' ? rowCount : Infinity);
      if (filter.kind !== 'all') return counted.slice(first, end).map(makeRow);
      return Array.from({ length: end - first }, (_, index) => makeRow(first + index + 2));
    },
    edit: async (edits) => {
      undone.length = 0;
      done.push(write(edits).toReversed());
      return { summary: summary(), edits, fixes: [] };
    },
    undo: () => step(done, undone),
    redo: () => step(undone, done),
    setSubmitted: async (ranges) => {
      for (const [first, last] of ranges)
        for (let row = first; row <= last; row += 1) submitted.add(row);
      return summary();
    },
  };
  return { sheet, summary };
}
