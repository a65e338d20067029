import type { RowMarkers } from '#contract/portal/row-markers.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { RecordTable } from '#server/records/records.store.ts';

/**
 * Reads what marks the rows of a page for its reader. Returns the function that adds to a presented
 * record, by its id, what marks it.
 */
export type ReadMarkers = (
  table: RecordTable,
  rows: readonly { readonly id: string }[],
  caller: Caller,
) => Promise<<Item extends { readonly id: string }>(record: Item) => Item & RowMarkers>;
