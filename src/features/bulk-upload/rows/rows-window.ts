import type { RowFilter, Sheet } from '#src/bulk-upload/rows/sheet.ts';
import { createStore, type Store } from '#src/lib/store.ts';

import { pageSize, RowCache } from './row-cache.ts';
import { fetchRows, fetchRowsByNumber, type ShownRow } from './shown-rows.ts';

/**
 * Max number of rows written at once that keep their position when they leave the filter. After
 * larger writes the list is reloaded.
 */
const maxPinnedRows = 100;

/**
 * The rows of one filter by grid index, fetched from the worker as they become visible. A row that
 * an edit removed from the filter keeps its position until the filter is reloaded, so that nothing
 * moves while the user corrects row by row.
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
  /** The last refresh of written rows; fulfilled whether it succeeded or not. */
  #writing: Promise<unknown> = Promise.resolve();
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
    return (this.#count ?? 0) + this.#cache.pinnedCount;
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
    await this.#recount(() => this.#cache.unpinAll());
  }

  /**
   * Reloads like `refresh`, but rows that left the filter keep their position, so that what is
   * found out while a row is corrected moves no row. Only the list of duplicates is made anew:
   * what is found out decides which rows are in it.
   */
  async refreshInPlace(): Promise<void> {
    if (this.filter.kind === 'duplicates') return this.refresh();
    // A row that is being written has to be pinned before the rows are counted again.
    await this.#writing;
    const numbers = [...this.#cache.pinned.values()].map(({ row }) => row);
    const pinned = await fetchRowsByNumber(this.#sheet, numbers);
    await this.#recount(() => this.#cache.replace(pinned));
  }

  async #recount(updateCache: () => void): Promise<void> {
    this.#revision += 1;
    const revision = this.#revision;
    const count = await this.#sheet.count(this.filter);
    if (revision !== this.#revision) return;
    updateCache();
    this.#count = count;
    await this.#refetchVisible();
  }

  /**
   * Reloads the written rows and returns their current state. Rows that left the filter keep their
   * position.
   */
  refreshWritten(first: number, rows: readonly ShownRow[]): Promise<readonly ShownRow[]> {
    const written = this.#refetchWritten(first, rows);
    this.#writing = written.catch(() => {});
    return written;
  }

  async #refetchWritten(first: number, rows: readonly ShownRow[]): Promise<readonly ShownRow[]> {
    if (rows.length > maxPinnedRows) {
      await this.refresh();
      return this.load(first, rows.length);
    }
    this.#revision += 1;
    const revision = this.#revision;
    const mayLeave = this.filter.kind !== 'all';
    // Sent in parallel, because each response waits for the disk. The count goes first: it makes
    // the worker re-evaluate which rows match the filter.
    const [count, matching, written] = await Promise.all([
      this.#sheet.count(this.filter),
      fetchRows(this.#sheet, this.filter, this.#cache.workerIndexOf(first), rows.length),
      mayLeave
        ? fetchRowsByNumber(
            this.#sheet,
            rows.map(({ row }) => row),
          )
        : [],
    ]);
    const matchingNumbers = new Set(matching.map(({ row }) => row));
    const left = written.filter(({ row }) => !matchingNumbers.has(row));
    const current = [...matching, ...left];
    if (revision !== this.#revision) return current;
    for (const [offset, { row }] of rows.entries()) {
      const leftRow = left.find((each) => each.row === row);
      if (leftRow === undefined) this.#cache.unpin(first + offset);
      else this.#cache.pin(first + offset, leftRow);
    }
    this.#count = count;
    this.#cache.replace(matching);
    this.#notify();
    await this.#refetchVisible();
    return current;
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

  /** Fetches rows by grid index: the worker's rows, merged with the pinned rows. */
  async #fetch(first: number, end: number): Promise<readonly ShownRow[]> {
    const start = this.#cache.workerIndexOf(first);
    const count = this.#cache.workerIndexOf(end) - start;
    const { pinned } = this.#cache;
    const fetched = (await fetchRows(this.#sheet, this.filter, start, count)).values();
    const rows: ShownRow[] = [];
    for (let index = first; index < end; index += 1) {
      const row = pinned.get(index) ?? fetched.next().value;
      if (row === undefined) break;
      rows.push(row);
    }
    return rows;
  }

  #notify(): void {
    this.#version.set(this.#version.get() + 1);
  }
}
