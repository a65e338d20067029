import type { QueryState } from '@tanstack/react-query';

import type { LiveType } from '#contract/portal/live/live.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * What a query depends on: the types of records, and the id of the one record that it is about.
     * `records: []` is a query about something else. A query that says nothing depends on all
     * records, so that a new one is read again too often, never too seldom.
     */
    readonly queryMeta: { readonly records: readonly LiveType[]; readonly id?: string };
  }
}

/** Matches the queries that depend on leads or deals. */
export const aboutRecords = {
  predicate: ({ meta }: { meta?: { readonly records: readonly LiveType[] } | undefined }) =>
    meta?.records.length !== 0,
};

type FetchMeta = NonNullable<QueryState['fetchMeta']>;

/**
 * What distinguishes a read that nobody asked for, as `fetchMeta` of the query: what it brings is
 * marked, and moves no row.
 */
export const unasked: FetchMeta & { readonly isUnasked: true } = { isUnasked: true };
