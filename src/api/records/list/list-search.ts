import { useLayoutEffect, useMemo, useRef } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';
import type * as z from 'zod/mini';

import type { Capabilities } from '#contract/portal/accounts.ts';
import { isInvalid, parseQuery, type QuerySchema, toSearchParams } from '#contract/query-string.ts';
import { paging } from '#contract/v1/paging.ts';
import { followUpSort, ownFilterNames, ownSorts } from '#contract/v1/record-lists.ts';

/** The parameters that don't narrow a list; every other parameter of its query is a filter. */
const notFilters: readonly string[] = ['page', 'pageSize', 'cursor', 'sort', 'columns', 'group'];

function filterNames(schema: QuerySchema): string[] {
  return Object.keys(schema.shape).filter((name) => !notFilters.includes(name));
}

function deleteFilters(schema: QuerySchema, params: URLSearchParams): void {
  for (const name of filterNames(schema)) params.delete(name);
}

/** Returns the parameters of a changed search, which goes back to the first page. */
export function changedSearch<S extends QuerySchema>(
  schema: S,
  search: Partial<z.output<S>>,
  change: Partial<z.output<S>>,
): URLSearchParams {
  const params = toSearchParams(schema, { ...search, ...change });
  params.delete('page');
  params.delete('cursor');
  return params;
}

/** Returns the filters of a search as text, without its page, order and columns. */
function filterText<S extends QuerySchema>(schema: S, search: z.output<S>): string {
  const params = toSearchParams(schema, search);
  for (const name of notFilters) params.delete(name);
  return params.toString();
}

/** The texts of filters in an address, by their names; none removes the filter. */
export type FilterTexts = Readonly<Record<string, string | readonly string[]>>;

/** Returns parameters with these texts in place of their own. */
export function withTexts(params: URLSearchParams, changes: FilterTexts): URLSearchParams {
  for (const [name, texts] of Object.entries(changes)) {
    params.delete(name);
    for (const text of [texts].flat()) if (text !== '') params.append(name, text);
  }
  return params;
}

/** Returns whether the list is searched or filtered. */
export function isNarrowed<S extends QuerySchema>(schema: S, search: z.output<S>): boolean {
  return [...toSearchParams(schema, search).keys()].some((name) => !notFilters.includes(name));
}

/** Returns the search reduced to the service's capabilities. Unsupported parameters are reset. */
export function supportedSearch<S extends QuerySchema>(
  schema: S,
  search: z.output<S>,
  { search: canSearch, sort: canSort, home, maxPageSize }: Capabilities,
): z.output<S> {
  const params = toSearchParams(schema, search);
  if (!canSort) params.delete('sort');
  if (!canSearch) deleteFilters(schema, params);
  if (!home) {
    params.delete('group');
    for (const name of ownFilterNames) params.delete(name);
  }
  // Without its filter, some records have no day to be ordered by.
  const unordered = params.get('hasFollowUp') === 'yes' ? [] : [followUpSort];
  const unsupported = home ? unordered : ownSorts;
  if (unsupported.some((by) => params.get('sort')?.endsWith(by))) params.delete('sort');
  const pageSize = Number(params.get('pageSize') ?? paging.pageSize);
  params.set('pageSize', String(Math.min(pageSize, maxPageSize)));
  return parseQuery(schema, params);
}

/** Returns the valid filters in an address that its supported search lacks. */
function unsupportedFilters<S extends QuerySchema>(
  schema: S,
  params: URLSearchParams,
  supported: z.output<S>,
): string[] {
  const used = toSearchParams(schema, supported);
  return [...toSearchParams(schema, parseQuery(schema, params)).keys()].filter(
    (name) => !notFilters.includes(name) && !used.has(name),
  );
}

/**
 * Returns the search of the list on this page, which is in the address, and the callbacks that
 * change it. Without `capabilities` the service supports the whole query.
 */
export function useListSearch<S extends QuerySchema>(schema: S, capabilities?: Capabilities) {
  const [params] = useSearchParams();
  const search = useMemo(
    () => searchIn(schema, params, capabilities),
    [schema, params, capabilities],
  );
  // The same for every page of the list, so that its bar is not rendered again.
  const ofList = changedSearch(schema, search, {}).toString();
  const listSearch = useMemo(
    () => searchIn(schema, new URLSearchParams(ofList), capabilities),
    [schema, ofList, capabilities],
  );
  const callbacks = useSearchCallbacks(schema, params, capabilities);
  return {
    ...callbacks,
    search,
    /** The search without its page. */
    listSearch,
    /**
     * The search and filters in the address that are invalid or that the service does not support:
     * the list would show everything.
     */
    invalidFilters: [
      ...filterNames(schema).filter((name) => isInvalid(schema, params, name)),
      ...unsupportedFilters(schema, params, search),
    ],
    /** The search and the filters of the list, as text. */
    filters: filterText(schema, search),
    /** Clears the filters; undefined if there are none. */
    onClear: isNarrowed(schema, search) ? callbacks.onClear : undefined,
  };
}

/** Returns the callbacks that change the search in the address. */
function useSearchCallbacks<S extends QuerySchema>(
  schema: S,
  params: URLSearchParams,
  capabilities?: Capabilities,
) {
  const navigate = useNavigate();
  // The target of the last change: its page may not be there yet at the next change.
  const latestParams = useRef(params);
  useLayoutEffect(() => {
    latestParams.current = params;
  }, [params]);
  return useMemo(() => {
    const goTo = (next: URLSearchParams, options?: NavigateOptions) => {
      latestParams.current = next;
      void navigate(`?${next}`, options);
    };
    const latest = () => searchIn(schema, latestParams.current, capabilities);
    const change = (changes: Partial<z.output<S>>) => changedSearch(schema, latest(), changes);
    return {
      /** Opens another page of the list. */
      onSearch: (other: z.output<S>) =>
        // Renders synchronously: the next page is prefetched, and a transition would render it in
        // slices.
        goTo(toSearchParams(schema, other), { flushSync: true }),
      /** Changes how the same records are shown, without an entry in the history. */
      onDisplay: (changes: Partial<z.output<S>>) =>
        goTo(toSearchParams(schema, { ...latest(), ...changes }), { replace: true }),
      /** Changes filters or sort; the list then returns to its first page. */
      onChange: (changes: Partial<z.output<S>>) =>
        // Further typing in a search replaces the history entry: Back undoes the whole search.
        goTo(change(changes), { replace: 'q' in changes && latestParams.current.has('q') }),
      /** Changes filters by their names: a text, several, or none. */
      onFilters: (changes: FilterTexts) => {
        const before = latestParams.current;
        const next = withTexts(change({}), changes);
        // Further choices of one filter are one entry in the history: Back undoes them together.
        const replace = Object.keys(changes).every((name) => before.has(name) === next.has(name));
        goTo(toSearchParams(schema, parseQuery(schema, next)), { replace });
      },
      onClear: () => {
        const cleared = change({});
        deleteFilters(schema, cleared);
        goTo(cleared);
      },
    };
  }, [schema, capabilities, navigate]);
}

function searchIn<S extends QuerySchema>(
  schema: S,
  params: URLSearchParams,
  capabilities: Capabilities | undefined,
): z.output<S> {
  const parsed = parseQuery(schema, params);
  return capabilities ? supportedSearch(schema, parsed, capabilities) : parsed;
}
