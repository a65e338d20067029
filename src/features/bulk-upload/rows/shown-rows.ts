import type { RowFilter, Sheet, SheetRow } from '#src/bulk-upload/rows/sheet.ts';
import type { GridRow } from '#src/ui/grid/data-grid-model.ts';

/** A row of the file as the grid renders it. */
export type ShownRow = SheetRow & GridRow;

/** Max number of rows in one request to the worker. */
const maxRows = 500;

/** Fetches rows of a filter by the worker's index; fewer than `count` at the end of the filter. */
export async function fetchRows(
  sheet: Sheet,
  filter: RowFilter,
  first: number,
  count: number,
): Promise<ShownRow[]> {
  const rows: ShownRow[] = [];
  while (rows.length < count) {
    const requested = Math.min(maxRows, count - rows.length);
    const found = await sheet.rows(filter, first + rows.length, requested);
    rows.push(...found.map(toShownRow));
    if (found.length < requested) break;
  }
  return rows;
}

const tones = {
  ready: 'plain',
  invalid: 'danger',
  'left-out': 'muted',
  blank: 'plain',
  submitted: 'locked',
  unknown: 'locked',
} as const satisfies Record<SheetRow['state'], GridRow['tone']>;

const notes: Record<SheetRow['state'], string> = {
  ready: '',
  invalid: 'to fix',
  'left-out': 'left out',
  blank: 'blank',
  submitted: 'submitted',
  unknown: 'unknown',
};

function toShownRow(row: SheetRow): ShownRow {
  return { ...row, header: String(row.row), note: notes[row.state], tone: tones[row.state] };
}
