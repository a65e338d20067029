/** A column of a data grid. */
export interface GridColumn {
  /** Its exact name, shown at its head. */
  readonly name: string;
  /** Its name in plain words, told on demand. */
  readonly label: string;
  /** In pixels. */
  readonly width: number;
  /** Values to offer while a cell is edited. */
  readonly suggestions?: readonly string[] | undefined;
  /** What stands between values where a cell can hold several. */
  readonly separator?: string | undefined;
}

/** A row as the grid draws it: the same object as long as nothing about it changed. */
export interface GridRow {
  /** What its head shows: its number. */
  readonly head: string;
  /** What is said of the row as a whole, for screen readers; `''`: nothing. */
  readonly note: string;
  /** By the place of the column. */
  readonly cells: readonly string[];
  /** What is wrong, by the place of the column. */
  readonly errors: Readonly<Record<number, string>>;
  /** What stood there before a change, by the place of the column. */
  readonly changed: Readonly<Record<number, string>>;
  /** `still` is out of use, `locked` cannot be changed. */
  readonly tone: 'plain' | 'bad' | 'still' | 'locked';
}

/** The heights in pixels: each row's, and the column heads'. */
export const rowHeight = 32;
export const headHeight = 34;
/** The width of the row heads, in pixels. */
export const rowHeadWidth = 72;

/** Where each column begins, in pixels, and after them where the last one ends. */
export function columnStarts(columns: readonly GridColumn[]): readonly number[] {
  const starts = [0];
  for (const { width } of columns) starts.push((starts.at(-1) ?? 0) + width);
  return starts;
}
