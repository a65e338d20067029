import {
  type QueryClient,
  type QueryKey,
  type QueryState,
  skipToken,
  useQuery,
} from '@tanstack/react-query';

import type { RecordType } from '#contract/v1/record-types.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * What a query depends on: the types of records, and the id of the one record that it is about.
     * `records: []` is a query about something else, which no change reads again: `endpointQuery`
     * has no default, so that each query says it. A query without `meta` depends on all records.
     */
    readonly queryMeta: { readonly records: readonly RecordType[]; readonly id?: string };
  }
}

/** Matches the queries that depend on leads or deals. */
export const aboutRecords = {
  predicate: ({ meta }: { meta?: { readonly records: readonly RecordType[] } | undefined }) =>
    meta?.records.length !== 0,
};

type FetchMeta = NonNullable<QueryState['fetchMeta']>;

/**
 * The `fetchMeta` of a query that marks a background refetch: its changes are highlighted, and move
 * no row.
 */
export const backgroundRefetch: FetchMeta & { readonly isBackground: true } = {
  isBackground: true,
};

/** How long something that changed is highlighted, in milliseconds. */
const highlightMs = 6_000;

/** What is highlighted in a view, each with its end: fields by name, records by id. */
type Highlights = ReadonlyMap<string, number>;

const highlightsKey = (view: QueryKey) => ['changed', view];

let pausedUntil = 0;

/** Highlights nothing for some milliseconds: what changes is the person's own change. */
export function pauseHighlights(milliseconds: number): void {
  pausedUntil = Date.now() + milliseconds;
}

/** Highlights fields or records of a view, which changed just now, for some seconds. */
export function highlightChanges(
  client: QueryClient,
  view: QueryKey,
  changed: readonly string[],
): void {
  if (changed.length === 0 || Date.now() < pausedUntil) return;
  const queryKey = highlightsKey(view);
  const until = Date.now() + highlightMs;
  client.setQueryData<Highlights>(
    queryKey,
    (shown = new Map()) => new Map([...shown, ...changed.map((name) => [name, until] as const)]),
  );
  setTimeout(() => {
    client.setQueryData<Highlights>(
      queryKey,
      (shown = new Map()) => new Map([...shown].filter(([, end]) => end > Date.now())),
    );
  }, highlightMs);
}

const none: ReadonlySet<string> = new Set();
const names = (shown: Highlights): ReadonlySet<string> => new Set(shown.keys());

/** Returns what is highlighted in a view. */
export function useHighlights(view: QueryKey): ReadonlySet<string> {
  const { data = none } = useQuery({
    queryKey: highlightsKey(view),
    queryFn: skipToken,
    select: names,
    meta: { records: [] },
  });
  return data;
}
