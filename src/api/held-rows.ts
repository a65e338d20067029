import { type QueryKey, replaceEqualDeep } from '@tanstack/react-query';

import type { ListPage } from './lists.ts';
import type { ReadRecord } from './records.ts';

/** A row of a list of records. */
export type RecordRow = ReadRecord<{ id: string }>;

/** What changed on a page of a list while people look at it. */
export interface HeldRows {
  /** The ids of the rows whose values changed just now. */
  readonly changed: ReadonlySet<string | undefined>;
  /** What the service has and the page doesn't show yet: "3 new leads"; undefined for nothing. */
  readonly waiting: string | undefined;
  /** Shows what waits; null if it is on another page. */
  readonly onShow: (() => void) | null;
}

type Hold = (
  queryKey: QueryKey,
  shown: ListPage<RecordRow>,
  current: ListPage<RecordRow>,
) => ListPage<RecordRow>;
let hold: Hold | undefined;

/** Sets what decides which rows are shown after a refresh; loaded after the first page. */
export function setHold(next: Hold | undefined): void {
  hold = next;
}

/** Returns the options of a list's query by which its rows stay in their places. */
export function holdingRows(queryKey: QueryKey) {
  return {
    structuralSharing: (shown: unknown, current: unknown) => {
      // oxlint-disable typescript/no-unsafe-type-assertion -- pages are what the query has
      const next = shown
        ? (hold?.(queryKey, shown as ListPage<RecordRow>, current as ListPage<RecordRow>) ??
          current)
        : current;
      return replaceEqualDeep(shown, next);
    },
  };
}
