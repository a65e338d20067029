import type { RowFilter, Sheet } from '#src/bulk-upload/rows/sheet.ts';
import { createStore, type Store } from '#src/lib/store.ts';

import { fetchRows, type ShownRow } from './shown-rows.ts';

/**
 * The most rows written at once that keep their place when they leave the filter. After larger
 * writes the rows are counted again.
 */
const maxRowsInPlace = 100;

/**
 * The rows of one filter by their index, fetched from the worker as they become visible. The worker
 * keeps the rows of a filter until it counts them again, so that nothing moves while the user
 * corrects row by row.
 */
export class RowsWindow {
  readonly #sheet: Sheet;
  readonly filter: RowFilter;
  readonly #cache = new RowCache();
  #count: number | undefined;
  #viewport = { first: 0, end: 0 };
  #isFetching = false;
  /** Incremented by every change of the rows; responses to earlier requests are discarded. */
  #revision = 0;
  readonly #version = createStore(0);

  constructor(sheet: Sheet, filter: RowFilter) {
    this.#sheet = sheet;
    this.filter = filter;
  }

  /** Notifies of every change of the rows. */
  get version(): Pick<Store<number>, 'get' | 'subscribe'> {
    return this.#version;
  }

  /** Whether the worker has returned the row count yet. */
  get isCounted(): boolean {
    return this.#count !== undefined;
  }

  get count(): number {
    return this.#count ?? 0;
  }

  /** Returns the row at an index; undefined if it is not fetched yet. */
  readonly rowAt = (index: number): ShownRow | undefined => this.#cache.rowAt(index);

  /**
   * Fetches the rows that become visible. Skips rows that scrolled out of view before being
   * fetched.
   */
  async see(first: number, end: number): Promise<void> {
    this.#viewport = { first, end };
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      await this.#fetchVisible();
    } finally {
      this.#isFetching = false;
    }
  }

  /** Returns the rows of any range, as far as they exist, from the cache or from the worker. */
  async load(first: number, count: number): Promise<readonly ShownRow[]> {
    const end = Math.min(first + count, this.count);
    const known: ShownRow[] = [];
    for (let index = first; index < end; index += 1) {
      const row = this.rowAt(index);
      if (row === undefined) return this.#fetch(first, end);
      known.push(row);
    }
    return known;
  }

  /** Shows rows as written, before the worker has validated them. */
  write(rows: readonly ShownRow[]): void {
    this.#cache.replace(rows);
    this.#notify();
  }

  /** Reloads everything: the rows, their count, and which rows match the filter. */
  async refresh(): Promise<void> {
    this.#revision += 1;
    const revision = this.#revision;
    const count = await this.#sheet.count(this.filter);
    if (revision !== this.#revision) return;
    this.#count = count;
    await this.#refetchVisible();
  }

  /**
   * Reloads the rows, each in its place, so that new findings during a correction move no row. Only
   * the list of duplicates is rebuilt, because the findings decide which rows are in it.
   */
  async refreshInPlace(): Promise<void> {
    if (!this.isCounted || this.filter.kind === 'duplicates') return this.refresh();
    this.#revision += 1;
    await this.#refetchVisible();
  }

  /** Reloads the written rows, each in its place, and returns their current state. */
  async refreshWritten(first: number, count: number): Promise<readonly ShownRow[]> {
    if (count > maxRowsInPlace) {
      await this.refresh();
      return this.load(first, count);
    }
    this.#revision += 1;
    const revision = this.#revision;
    const written = await this.#fetch(first, first + count);
    if (revision !== this.#revision) return written;
    this.#cache.replace(written);
    this.#notify();
    await this.#refetchVisible();
    return written;
  }

  async #refetchVisible(): Promise<void> {
    // Visible rows stay rendered until their new versions arrive.
    this.#cache.retainPages(this.#visiblePages());
    this.#notify();
    const revision = this.#revision;
    await Promise.all(this.#visiblePages().map((page) => this.#fetchPage(page, revision)));
  }

  async #fetchVisible(): Promise<void> {
    for (;;) {
      const missing = this.#visiblePages().find((page) => !this.#cache.hasPage(page));
      if (missing === undefined) return;
      await this.#fetchPage(missing, this.#revision);
    }
  }

  async #fetchPage(page: number, revision: number): Promise<void> {
    const rows = await this.#fetch(page * pageSize, Math.min((page + 1) * pageSize, this.count));
    if (revision !== this.#revision) return;
    this.#cache.setPage(page, rows);
    this.#notify();
  }

  #visiblePages(): number[] {
    const first = Math.floor(this.#viewport.first / pageSize);
    const end = Math.ceil(Math.min(this.#viewport.end, this.count) / pageSize);
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  }

  async #fetch(first: number, end: number): Promise<readonly ShownRow[]> {
    return fetchRows(this.#sheet, this.filter, first, end - first);
  }

  #notify(): void {
    this.#version.set(this.#version.get() + 1);
  }
}

/** Rows per page: few enough that loading and rendering a page does not block. */
const pageSize = 10;
/** Max number of cached pages; the page fetched longest ago is evicted. */
const maxPages = 500;

/** The loaded rows by their index, in pages. */
class RowCache {
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
