/** A page of entries, by the cursor of the page before. */
interface EntryPage {
  readonly cursor?: string | undefined;
  readonly pageSize: number;
}

/** Returns which entries to read for a page: one more says whether another page follows. */
export function toEntryRange({ cursor, pageSize }: EntryPage) {
  return { before: cursor === undefined ? null : Number(cursor), limit: pageSize + 1 };
}

/** Returns a page of the entries that {@link toEntryRange} asks for, and its cursor. */
export function cutEntries<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { pageSize }: EntryPage,
) {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return { shown, next: rows.length > pageSize && last ? String(last.id) : null };
}
