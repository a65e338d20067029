/** The attributes of a cell by which the grid finds it: its place, and whether it is active. */
export const cellMarks = { row: 'data-row', column: 'data-column', active: 'data-active' } as const;

/** A column of a data grid. */
export interface GridColumn {
  readonly name: string;
  /** The name in plain words, shown in the header. */
  readonly label: string;
  /** The width in pixels. */
  readonly width: number;
  /** Suggestions while a cell is edited. */
  readonly suggestions?: readonly string[] | undefined;
  /** The separator between values, if a cell can hold several. */
  readonly separator?: string | undefined;
}

/** A row as the grid renders it. The same object until something in the row changes. */
export interface GridRow {
  /** The text of the row header: the row number. */
  readonly header: string;
  /** A note on the whole row for screen readers; `''` for none. */
  readonly note: string;
  /** Texts by column index. */
  readonly cells: readonly string[];
  /** Errors by column index. */
  readonly errors: Readonly<Record<number, string>>;
  /** The original texts of changed cells, by column index. */
  readonly changed: Readonly<Record<number, string>>;
  /** `danger`: has errors. `muted`: isn't used. `locked`: can't be changed. */
  readonly tone: 'plain' | 'danger' | 'muted' | 'locked';
}

/** The heights of a row and of the column headers, in pixels. */
export const rowHeight = 32;
export const headerHeight = 34;
/** The width of the row headers, in pixels. */
export const rowHeaderWidth = 72;

/** Returns the left edge of each column, then the right edge of the last column, in pixels. */
export function columnStarts(columns: readonly GridColumn[]): readonly number[] {
  const starts = [0];
  for (const { width } of columns) starts.push((starts.at(-1) ?? 0) + width);
  return starts;
}

/** A cell by its row index and column index, both from 0. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** The block of cells from the active cell, which has the focus, to the opposite corner. */
export interface GridSelection {
  readonly active: CellPosition;
  readonly end: CellPosition;
}

/** A block of cells; the last row and column are inclusive. */
export type Block = ReturnType<typeof toBlock>;

/** The number of rows and columns of a grid, and of rows per page (Page Up, Page Down). */
export interface Bounds {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** Returns the selection of a single cell. */
export function selectPosition(position: CellPosition): GridSelection {
  return { active: position, end: position };
}

export function toBlock({ active, end }: GridSelection) {
  return {
    firstRow: Math.min(active.row, end.row),
    lastRow: Math.max(active.row, end.row),
    firstColumn: Math.min(active.column, end.column),
    lastColumn: Math.max(active.column, end.column),
  };
}

export function measureBlock(block: Block): { rows: number; columns: number } {
  return {
    rows: block.lastRow - block.firstRow + 1,
    columns: block.lastColumn - block.firstColumn + 1,
  };
}

/** Returns the position clamped to the bounds. */
export function within({ row, column }: CellPosition, { rows, columns }: Bounds): CellPosition {
  return {
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  };
}

/**
 * Returns the position a key moves to (ARIA Authoring Practices, grid pattern), or undefined if the
 * key doesn't move the selection.
 */
export function moveByKey(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  from: CellPosition,
  bounds: Bounds,
): CellPosition | undefined {
  const isFar = ctrlKey || metaKey;
  const move = steps[key]?.(from, isFar, bounds);
  return move && within({ ...from, ...move }, bounds);
}

type Step = (from: CellPosition, isFar: boolean, bounds: Bounds) => Partial<CellPosition>;

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: ({ row }, isFar) => ({ row: isFar ? 0 : row - 1 }),
  ArrowDown: ({ row }, isFar, { rows }) => ({ row: isFar ? rows - 1 : row + 1 }),
  ArrowLeft: ({ column }, isFar) => ({ column: isFar ? 0 : column - 1 }),
  ArrowRight: ({ column }, isFar, { columns }) => ({ column: isFar ? columns - 1 : column + 1 }),
  Home: ({ row }, isFar) => ({ row: isFar ? 0 : row, column: 0 }),
  End: ({ row }, isFar, { rows, columns }) => ({
    row: isFar ? rows - 1 : row,
    column: columns - 1,
  }),
  PageUp: ({ row }, _isFar, { page }) => ({ row: row - page }),
  PageDown: ({ row }, _isFar, { page }) => ({ row: row + page }),
};
