import type { ShownRow } from './shown-rows.ts';

/** Rows per page: few enough that loading and rendering a page does not block. */
export const pageSize = 10;
/** Max number of cached pages; the page fetched longest ago is evicted. */
const maxPages = 500;

/** The loaded rows by their index, in pages. */
export class RowCache {
  #pages = new Map<number, readonly ShownRow[]>();

  /** Returns the row at an index; undefined if it is not loaded. */
  rowAt(index: number): ShownRow | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  }

  hasPage(page: number): boolean {
    return this.#pages.has(page);
  }

  setPage(page: number, rows: readonly ShownRow[]): void {
    const before = this.#pages.get(page) ?? [];
    this.#pages.delete(page);
    this.#pages.set(
      page,
      rows.map((row, index) => unchangedOr(before[index], row)),
    );
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > maxPages && oldest !== undefined) this.#pages.delete(oldest);
  }

  /** Removes all pages but these. */
  retainPages(pages: readonly number[]): void {
    this.#pages = new Map([...this.#pages].filter(([page]) => pages.includes(page)));
  }

  /** Replaces the loaded rows that have these row numbers. */
  replace(rows: readonly ShownRow[]): void {
    const byNumber = new Map(rows.map((row) => [row.row, row]));
    for (const [page, before] of this.#pages) {
      if (before.some(({ row }) => byNumber.has(row)))
        this.#pages.set(
          page,
          before.map((each) => byNumber.get(each.row) ?? each),
        );
    }
  }
}

/** Returns the previous row object if nothing changed, so that the row does not render again. */
function unchangedOr(before: ShownRow | undefined, row: ShownRow): ShownRow {
  return JSON.stringify(before) === JSON.stringify(row) ? (before ?? row) : row;
}
