import type { Sort } from '#contract/v1/list-parameters.ts';
import { maxFilteredTotal } from '#contract/v1/paging.ts';
import { recordDescriptions, type RecordTable } from '#server/records/records.store.ts';

import type { ChangedConditions } from './recent-first.store.ts';

/** Beyond this, the order of creation says as much, and can be read from an index. */
export const maxRanked = 1_000;
const limits = { counted: maxFilteredTotal, ranked: maxRanked };

/** A page of a list whose records are found once; its parts are SQL of a record `r`. */
interface FoundPage {
  readonly table: RecordTable;
  /** The source of the records, and the conditions of all pages. */
  readonly source: string;
  readonly conditions: readonly string[];
  /** The records in two parts, in place of the conditions. */
  readonly parts: ChangedConditions | null;
  /** The conditions of this page, and its order after the rank. */
  readonly after: readonly string[];
  readonly order: string;
  readonly cut: string;
  /** The value by which the best match comes first; undefined for a list without a rank. */
  readonly rank: string | undefined;
  /** The column by which the list is sorted. */
  readonly sortColumn: string;
  /** Returns the query for the ids of a page of too many; null if they are known to be few. */
  readonly manyIds: (() => string) | null;
}

/**
 * Returns the SQL of a page and its total. The first 10,001 records are collected: if there are no
 * more, the page is cut from them, else read again in its order, which then soon finds enough.
 */
export function foundPage(
  { table, source, conditions, parts, after, order, cut, rank, sortColumn, manyIds }: FoundPage,
  { counted, ranked } = limits,
): { found: string; total: string; ids: string } {
  const { searched } = recordDescriptions[table];
  const names = new Set(['id', 'created_at', sortColumn, ...(rank === undefined ? [] : searched)]);
  const columns = [...names].map((name) => `r.${name}`).join(', ');
  const matching = (all: readonly string[]) =>
    `select ${columns} from ${source} as r where ${['true', ...all].join(' and ')}`;
  const all = parts
    ? `${matching(parts.recent)} union all ${matching(parts.older)}`
    : matching(conditions);
  const total = '(select total from counted)';
  const ofFew = `
    select r.id, ${rank === undefined ? '0' : `case when ${total} <= ${ranked} then ${rank} else 0 end`} as rank
    from found as r where ${['true', ...after].join(' and ')} order by 2 desc, ${order} ${cut}`;
  return {
    found: `
      with ${parts ? `changed as materialized (${parts.changed}),` : ''}
      found as materialized (${all} limit ${counted + 1}),
      counted as materialized (select count(*) as total from found)`,
    total,
    ids: manyIds
      ? `select * from (${ofFew}) as few where ${total} <= ${counted}
        union all select id, 0 from (${manyIds()}) as many where ${total} > ${counted}`
      : ofFew,
  };
}

/** Returns whether a page of a search begins with the best match, if its total is not too large. */
export function canRank({
  q,
  sort,
  position,
}: {
  readonly q: string;
  readonly sort: Sort;
  readonly position: object | null;
}): boolean {
  return q !== '' && !position && sort.by === 'createdAt' && sort.descending;
}
