import type { RowFilter, Sheet, SheetRow } from '#src/sheet/sheet.ts';
import type { GridRow } from '#src/ui/data-grid-model.ts';

/** A row of the file as the grid draws it. */
export type ShownRow = SheetRow & GridRow;

/** Few enough rows that reading and drawing them holds nothing up. */
const pageSize = 10;
/** Pages kept; the one fetched longest ago gives way. */
const maxPages = 500;
/** Rows that the worker answers at once. */
const maxRows = 500;
/** Rows written at once that keep their place when they leave the filter; of more, the list is read anew. */
const maxLoadedRows = 100;

/**
 * The rows of one filter by their place in the grid, fetched from the worker as they come into sight. A row that an edit took out of
 * the filter keeps its place until the filter is read anew: nothing moves under the hands of whoever corrects row by row.
 */
export class RowsWindow {
  readonly #sheet: Sheet;
  readonly #filter: RowFilter;
  #pages = new Map<number, readonly ShownRow[]>();
  /** Rows that left the filter, by their place. */
  #held = new Map<number, ShownRow>();
  #count: number | undefined;
  #viewport = { first: 0, end: 0 };
  #isFetching = false;
  /** Raised by every change of the rows; answers asked for before it are thrown away. */
  #revision = 0;
  #version = 0;
  readonly #listeners = new Set<() => void>();

  constructor(sheet: Sheet, filter: RowFilter) {
    this.#sheet = sheet;
    this.#filter = filter;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Another number whenever something changed. */
  readonly version = (): number => this.#version;

  /** Whether the worker has said yet how many rows there are. */
  get isCounted(): boolean {
    return this.#count !== undefined;
  }

  get count(): number {
    return (this.#count ?? 0) + this.#held.size;
  }

  /** The row at a place; undefined: not fetched yet. */
  readonly rowAt = (place: number): ShownRow | undefined =>
    this.#held.get(place) ?? this.#pages.get(Math.floor(place / pageSize))?.[place % pageSize];

  /** Fetches what comes into sight; what went out of sight before its turn is not fetched. */
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

  /** Rows at any place, as far as there are some: those at hand, or asked for. */
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

  /** Shows rows as they were written, before the worker has validated them. */
  write(rows: readonly ShownRow[]): void {
    this.#replace(new Map(rows.map((row) => [row.row, row])));
    this.#notify();
  }

  /** Reads all anew: the rows, how many they are, and which belong to the filter. */
  async refresh(): Promise<void> {
    this.#revision += 1;
    const revision = this.#revision;
    const count = await this.#sheet.count(this.#filter);
    if (revision !== this.#revision) return;
    this.#held.clear();
    this.#count = count;
    await this.#renew();
  }

  /** Reads the written rows anew, and keeps the place of those that left the filter. Answers with the rows as they are now. */
  async refreshWritten(first: number, rows: readonly ShownRow[]): Promise<readonly ShownRow[]> {
    if (rows.length > maxLoadedRows) {
      await this.refresh();
      return this.load(first, rows.length);
    }
    this.#revision += 1;
    const revision = this.#revision;
    const mayLeave = this.#filter.kind !== 'all';
    // Asked at once: each answer waits for the disk. The count stands first: it makes the worker look anew at which rows belong to the filter.
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
    // What is in sight stays drawn until its new rows are there.
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

  /** Rows by their places: the worker's, and between them those that are held. */
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

  /** A place among the rows that the worker has: those held before it are not. */
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

  /** These rows, whether the filter shows them or not. */
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
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

const tones = {
  ready: 'plain',
  invalid: 'bad',
  'left-out': 'still',
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

/** The row as it was, as long as nothing about it changed: it is not drawn again. */
function sameOr(before: ShownRow | undefined, row: ShownRow): ShownRow {
  return JSON.stringify(before) === JSON.stringify(row) ? (before ?? row) : row;
}

function shown(row: SheetRow): ShownRow {
  return { ...row, head: String(row.row), note: notes[row.state], tone: tones[row.state] };
}
