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
