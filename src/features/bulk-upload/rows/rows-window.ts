import type { RowFilter, Sheet, SheetRow } from '#src/bulk-upload/rows/sheet.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import type { GridRow } from '#src/ui/grid/data-grid-model.ts';

/** A row of the file as the grid renders it. */
export type ShownRow = SheetRow & GridRow;

/** Rows per page: few enough that loading and rendering a page does not block. */
const pageSize = 10;
/** Maximum number of cached pages; the page fetched longest ago is evicted. */
const maxPages = 500;
/** Maximum number of rows in one request to the worker. */
const maxRows = 500;
/**
 * Maximum number of rows written at once that keep their position when they leave the filter. After
 * larger writes the list is reloaded.
 */
const maxLoadedRows = 100;

/**
 * The rows of one filter by grid index, fetched from the worker as they become visible. A row that
 * an edit removed from the filter keeps its position until the filter is reloaded, so that nothing
 * moves while the user corrects row by row.
 */
export class RowsWindow {
  readonly #sheet: Sheet;
  readonly #filter: RowFilter;
  #pages = new Map<number, readonly ShownRow[]>();
  /** Rows that left the filter but keep their position, by grid index. */
  #held = new Map<number, ShownRow>();
  #count: number | undefined;
  #viewport = { first: 0, end: 0 };
  #isFetching = false;
  /** Incremented by every change of the rows; responses to earlier requests are discarded. */
  #revision = 0;
  readonly #version = createStore(0);

  constructor(sheet: Sheet, filter: RowFilter) {
    this.#sheet = sheet;
    this.#filter = filter;
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
    return (this.#count ?? 0) + this.#held.size;
  }

  /** Returns the row at an index; undefined if it is not fetched yet. */
  readonly rowAt = (place: number): ShownRow | undefined =>
    this.#held.get(place) ?? this.#pages.get(Math.floor(place / pageSize))?.[place % pageSize];

  /**
   * Fetches the rows that become visible. Skips rows that scrolled out of view before being
   * fetched.
   */
  async see(first: number, end: number): Promise<void> {
    this.#viewport = { first, end };
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      await this.#fetchSight();
    } finally {
      this.#isFetching = false;
    }
  }

  /** Returns the rows of any range, as far as they exist, from the cache or from the worker. */
  async load(first: number, count: number): Promise<readonly ShownRow[]> {
    const end = Math.min(first + count, this.count);
    const known: ShownRow[] = [];
    for (let place = first; place < end; place += 1) {
      const row = this.rowAt(place);
      if (row === undefined) return this.#ask(first, end);
      known.push(row);
    }
    return known;
  }

  /** Shows rows as written, before the worker has validated them. */
  write(rows: readonly ShownRow[]): void {
    this.#replace(new Map(rows.map((row) => [row.row, row])));
    this.#notify();
  }

  /** Reloads everything: the rows, their count, and which rows match the filter. */
  async refresh(): Promise<void> {
    this.#revision += 1;
    const revision = this.#revision;
    const count = await this.#sheet.count(this.#filter);
    if (revision !== this.#revision) return;
    this.#held.clear();
    this.#count = count;
    await this.#renew();
  }

  /**
   * Reloads the written rows and returns their current state. Rows that left the filter keep their
   * position.
   */
  async refreshWritten(first: number, rows: readonly ShownRow[]): Promise<readonly ShownRow[]> {
    if (rows.length > maxLoadedRows) {
      await this.refresh();
      return this.load(first, rows.length);
    }
    this.#revision += 1;
    const revision = this.#revision;
    const mayLeave = this.#filter.kind !== 'all';
    // Sent in parallel, because each response waits for the disk. The count goes first: it makes
    // the worker re-evaluate which rows match the filter.
    const [count, found, alone] = await Promise.all([
      this.#sheet.count(this.#filter),
      this.#answer(this.#underlying(first), rows.length),
      mayLeave ? this.#singles(rows) : [],
    ]);
    const belongs = new Set(found.map(({ row }) => row));
    const left = alone.filter(({ row }) => !belongs.has(row));
    const now = [...found, ...left];
    if (revision !== this.#revision) return now;
    for (const [index, { row }] of rows.entries()) {
      const still = left.find((each) => each.row === row);
      if (still === undefined) this.#held.delete(first + index);
      else this.#held.set(first + index, still);
    }
    this.#count = count;
    this.#replace(new Map(found.map((row) => [row.row, row])));
    this.#notify();
    await this.#renew();
    return now;
  }

  async #renew(): Promise<void> {
    const stale = this.#pages;
    const visible = new Set(this.#pagesInSight());
    // Visible rows stay rendered until their new versions arrive.
    this.#pages = new Map([...stale].filter(([page]) => visible.has(page)));
    this.#notify();
    const revision = this.#revision;
    await Promise.all(this.#pagesInSight().map((page) => this.#fetchPage(page, revision)));
  }

  async #fetchSight(): Promise<void> {
    for (;;) {
      const missing = this.#pagesInSight().find((page) => !this.#pages.has(page));
      if (missing === undefined) return;
      await this.#fetchPage(missing, this.#revision);
    }
  }

  async #fetchPage(page: number, revision: number): Promise<void> {
    const rows = await this.#ask(page * pageSize, Math.min((page + 1) * pageSize, this.count));
    if (revision !== this.#revision) return;
    const before = this.#pages.get(page) ?? [];
    this.#pages.delete(page);
    this.#pages.set(
      page,
      rows.map((row, at) => sameOr(before[at], row)),
    );
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > maxPages && oldest !== undefined) this.#pages.delete(oldest);
    this.#notify();
  }

  #pagesInSight(): number[] {
    const first = Math.floor(this.#viewport.first / pageSize);
    const end = Math.ceil(Math.min(this.#viewport.end, this.count) / pageSize);
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  }

  /**
   * Fetches rows by grid index: the worker's rows, merged with the rows that kept their position.
   */
  async #ask(first: number, end: number): Promise<readonly ShownRow[]> {
    const from = this.#underlying(first);
    const held = new Map(this.#held);
    const answered = (await this.#answer(from, this.#underlying(end) - from)).values();
    const rows: ShownRow[] = [];
    for (let place = first; place < end; place += 1) {
      const row = held.get(place) ?? answered.next().value;
      if (row === undefined) break;
      rows.push(row);
    }
    return rows;
  }

  /**
   * Returns the worker's index for a grid index, by subtracting the rows before it that kept their
   * position after leaving the filter.
   */
  #underlying(place: number): number {
    return place - [...this.#held.keys()].filter((held) => held < place).length;
  }

  async #answer(first: number, count: number): Promise<ShownRow[]> {
    const rows: ShownRow[] = [];
    while (rows.length < count) {
      const wanted = Math.min(maxRows, count - rows.length);
      const found = await this.#sheet.rows(this.#filter, first + rows.length, wanted);
      rows.push(...found.map(shown));
      if (found.length < wanted) break;
    }
    return rows;
  }

  /** Fetches these rows whether they match the filter or not. */
  async #singles(rows: readonly ShownRow[]): Promise<ShownRow[]> {
    const answers = rows.map(({ row }) => this.#sheet.rows({ kind: 'row', row }, 0, 1));
    return (await Promise.all(answers)).flat().map(shown);
  }

  #replace(rows: ReadonlyMap<number, ShownRow>): void {
    for (const [page, before] of this.#pages) {
      if (before.some(({ row }) => rows.has(row)))
        this.#pages.set(
          page,
          before.map((each) => rows.get(each.row) ?? each),
        );
    }
    for (const [place, { row }] of this.#held) {
      const next = rows.get(row);
      if (next !== undefined) this.#held.set(place, next);
    }
  }

  #notify(): void {
    this.#version.set(this.#version.get() + 1);
  }
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
  invalid: 'to correct',
  'left-out': 'left out',
  blank: 'blank',
  submitted: 'submitted',
  unknown: 'unknown',
};

/** Returns the previous row object if nothing changed, so that the row does not render again. */
function sameOr(before: ShownRow | undefined, row: ShownRow): ShownRow {
  return JSON.stringify(before) === JSON.stringify(row) ? (before ?? row) : row;
}

function shown(row: SheetRow): ShownRow {
  return { ...row, header: String(row.row), note: notes[row.state], tone: tones[row.state] };
}
