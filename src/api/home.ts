import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';

import {
  type Home,
  homeEndpoints,
  type HomeRecord,
  sumCounts,
  todoEndpoints,
} from '#contract/portal/home.ts';
import { recordTypes } from '#contract/v1/record-types.ts';
import { localDay, weekStarts } from '#src/lib/days.ts';

import { call } from './client.ts';
import { endpointQuery, useChange } from './endpoint-query.ts';

/** The first part of the query key of the home page. */
export const homeKey = ['home'] as const;

/** Number of weeks in the chart of leads. */
const weeks = 8;

/**
 * Returns the parameters of the home page at a time, in milliseconds, in the reader’s time zone.
 * `partnerId`: for support, the partner whose records to count; empty for all.
 */
export function homeParameters(now: number, partnerId: string): URLSearchParams {
  const query = new URLSearchParams(weekStarts(now, weeks).map((week) => ['week', week]));
  query.set('today', toToday(now));
  if (partnerId !== '') query.set('partnerId', partnerId);
  return query;
}

/** Returns the query for the home page; see {@link homeParameters}. */
export function homeQuery(now: number, partnerId: string) {
  const query = homeParameters(now, partnerId);
  return endpointQuery(homeEndpoints.readHome, [...homeKey, query.toString()], {
    query,
    records: recordTypes,
    placeholderData: keepPreviousData,
  });
}

const toToday = (now: number) => localDay(new Date(now).toISOString(), 0);

/** The first part of the key of the mutations that remove a row from the home page at once. */
export const todoKey = ['todo'] as const;

/** Returns the rows of the home page's two lists, by the names of the lists and their ids. */
export function listHomeValues({ todo, changed }: Home) {
  return [toRowValues('todo', todo.records), toRowValues('latest', changed?.latest ?? [])];
}

function toRowValues(list: HomeList, records: readonly HomeRecord[]) {
  // The usual time changes with other records.
  return Object.fromEntries(
    records.map((one) => [homeRowKey(list, one.id), { ...one, stageTime: null }]),
  );
}

type HomeList = 'todo' | 'latest';

/** Returns the name by which a row of the home page is highlighted when it changes. */
export const homeRowKey = (list: HomeList, id: string): string => `${list} ${id}`;

/** The query for how many records wait for the reader. */
export const todoTotalQuery = queryOptions({
  queryKey: [...homeKey, 'total'],
  meta: { records: recordTypes },
  queryFn: async ({ signal }) => {
    const query = new URLSearchParams({ pageSize: '1', today: toToday(Date.now()) });
    return sumCounts(await call(todoEndpoints.listTodo, { query, signal }));
  },
});

/** Removes a record, or that of a request, from the home page until it is read again. */
export function removeTodo(queryClient: QueryClient, id: string): void {
  queryClient.setQueriesData<Home>({ queryKey: homeKey, predicate: isHome }, (home) => {
    if (!home) return home;
    const records = home.todo.records.filter(
      (record) => record.id !== id && record.request?.id !== id,
    );
    return { ...home, todo: { ...home.todo, records } };
  });
}

const isHome = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'total';

/** Returns until when everything is marked as read; empty if nothing ever was. */
export function readUntil({ changed: news }: Home): string {
  // Without a mark, the seven days before each response count.
  return news === null || news.isFirst ? '' : news.since;
}

/** Returns the mutation that marks what others changed until a moment as read. */
export function useMarkHomeRead() {
  return useChange({ queryKey: homeKey }, (until: string) =>
    call(homeEndpoints.markHomeRead, { body: { until } }),
  );
}
