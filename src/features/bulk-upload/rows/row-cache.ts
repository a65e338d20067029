import type { ShownRow } from './shown-rows.ts';

/** Rows per page: few enough that loading and rendering a page does not block. */
export const pageSize = 10;
/** Max number of cached pages; the page fetched longest ago is evicted. */
const maxPages = 500;

/**
 * The loaded rows by grid index: pages of the worker's rows, and pinned rows. A pinned row has left
 * the filter but keeps its position, so the worker's rows after it have a lower index in the worker
 * than in the grid.
 */
export class RowCache {
  #pages = new Map<number, readonly ShownRow[]>();
  readonly #pinned = new Map<number, ShownRow>();

  /** The pinned rows by grid index, as they are now. */
  get pinned(): ReadonlyMap<number, ShownRow> {
    return new Map(this.#pinned);
  }

  get pinnedCount(): number {
    return this.#pinned.size;
  }

  /** Returns the row at a grid index; undefined if it is not loaded. */
  rowAt(index: number): ShownRow | undefined {
    return (
      this.#pinned.get(index) ?? this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize]
    );
  }

  /** Returns the worker's index for a grid index: without the pinned rows before it. */
  workerIndexOf(index: number): number {
    return index - [...this.#pinned.keys()].filter((pinned) => pinned < index).length;
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

  pin(index: number, row: ShownRow): void {
    this.#pinned.set(index, row);
  }

  unpin(index: number): void {
    this.#pinned.delete(index);
  }

  unpinAll(): void {
    this.#pinned.clear();
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
    for (const [index, { row }] of this.#pinned) {
      const next = byNumber.get(row);
      if (next !== undefined) this.#pinned.set(index, next);
    }
  }
}

/** Returns the previous row object if nothing changed, so that the row does not render again. */
function unchangedOr(before: ShownRow | undefined, row: ShownRow): ShownRow {
  return JSON.stringify(before) === JSON.stringify(row) ? (before ?? row) : row;
}
