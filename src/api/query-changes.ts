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
export const unasked: FetchMeta & { readonly isUnasked: true } = { isUnasked: true };

/** How long something that changed is marked, in milliseconds. */
const markedMs = 6_000;

/** The marks of a view, each with its end: fields by their names, records by their ids. */
type ChangedParts = ReadonlyMap<string, number>;

const marksKey = (view: QueryKey) => ['changed', view];

let pausedUntil = 0;

/** Marks nothing for some milliseconds: what changes is the person's own change. */
export function pauseMarks(milliseconds: number): void {
  pausedUntil = Date.now() + milliseconds;
}

/** Marks parts of a view as changed just now, for some seconds. */
export function markChanged(client: QueryClient, view: QueryKey, parts: readonly string[]): void {
  if (parts.length === 0 || Date.now() < pausedUntil) return;
  const queryKey = marksKey(view);
  const until = Date.now() + markedMs;
  client.setQueryData<ChangedParts>(
    queryKey,
    (marked = new Map()) => new Map([...marked, ...parts.map((part) => [part, until] as const)]),
  );
  setTimeout(() => {
    client.setQueryData<ChangedParts>(
      queryKey,
      (marked = new Map()) => new Map([...marked].filter(([, end]) => end > Date.now())),
    );
  }, markedMs);
}

const none: ReadonlySet<string> = new Set();
const names = (marked: ChangedParts): ReadonlySet<string> => new Set(marked.keys());

/** Returns which parts of a view changed just now. */
export function useChangedMarks(view: QueryKey): ReadonlySet<string> {
  const { data = none } = useQuery({
    queryKey: marksKey(view),
    queryFn: skipToken,
    select: names,
    meta: { records: [] },
  });
  return data;
}
