import type { Bind } from '#server/db/statement.ts';

import { changedSinceParts, type Filtered, type FilterValues } from './list-filters.store.ts';

/**
 * A list that is filtered by what others changed, in two parts: the conditions of the records
 * created since and of the older ones; both read from `changed`.
 */
export interface ChangedConditions {
  readonly changed: string;
  readonly recent: readonly string[];
  readonly older: readonly string[];
}

/**
 * Returns the conditions of a list that is filtered by what others changed, in two parts; null for
 * another list. `conditionsOf` returns those of the other filters.
 */
export function changedConditions<Request extends FilterValues>(
  request: Request,
  filtered: Filtered,
  conditionsOf: (others: Request) => readonly string[],
  bind: Bind,
): ChangedConditions | null {
  const { changedSince = '' } = request;
  if (changedSince === '') return null;
  const others = conditionsOf({ ...request, changedSince: '' });
  const { changed, recent, older } = changedSinceParts(changedSince, filtered, bind);
  return { changed, recent: [...others, recent], older: [...others, older] };
}

/**
 * Returns the query for the ids of the first records, newest first: those created since and, only
 * if they are too few, the older ones. Looking up every changed record takes much longer than the
 * page. `after` are conditions of both.
 */
export function recentFirst(
  table: Filtered['table'],
  { changed, recent, older }: ChangedConditions,
  after: readonly string[],
  limit: number,
): string {
  const order = `order by created_at desc, id desc limit ${limit}`;
  const first = (...conditions: readonly string[]) =>
    `select r.id, r.created_at from ${table} as r where ${[...conditions, ...after].join(' and ')} ${order}`;
  return `
    with changed as materialized (${changed}), recent as materialized (${first(...recent)})
    select id from (
      select * from recent
      union all (${first(...older, `(select count(*) from recent) < ${limit}`)})
    ) as found ${order}`;
}

/** Returns the query for their number; the older ones are only read if the others are too few. */
export function countParts(
  table: Filtered['table'],
  { changed, recent, older }: ChangedConditions,
  limited: string,
): string {
  const found = (conditions: readonly string[]) =>
    `(select 1 from ${table} as r where ${conditions.join(' and ')})`;
  return `
    with changed as materialized (${changed})
    select count(*) from (${found(recent)} union all ${found(older)} ${limited}`;
}
