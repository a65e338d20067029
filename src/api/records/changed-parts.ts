import { hashKey, type QueryKey, replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { markChanged, unasked, useChangedMarks } from '#src/api/query-changes.ts';
import type { ReadRecord } from '#src/api/read-record.ts';

import type { ListPage } from './list/record-source.ts';

/** Values that are marked when they change, by their names: fields, or records by their ids. */
export type Parts = Readonly<Record<string, unknown>>;

/**
 * Returns the names of the values in a query's data that somebody else just changed or added. The
 * person's own saves and refetches are not marked. `data`: the displayed data. `listParts`: returns
 * each independent list of its parts.
 */
export function useChanged<Data>(
  queryKey: QueryKey,
  data: Data | undefined,
  listParts: (data: Data) => readonly Parts[],
): ReadonlySet<string> {
  const client = useQueryClient();
  const hash = hashKey(queryKey);
  const compare = useEffectEvent(() => {
    const current = client.getQueryData<Data>(queryKey);
    if (data === undefined || current === undefined || client.isMutating() > 0) return;
    const shown = listParts(data);
    const changed = listParts(current).flatMap((parts, at) => changedParts(shown[at], parts));
    markChanged(client, queryKey, changed);
  });
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.query.queryHash !== hash) return;
        const isRead = event.action.type === 'success' && event.action.manual !== true;
        if (isRead && event.query.state.fetchMeta === unasked) compare();
      }),
    [client, hash],
  );
  return useChangedMarks(queryKey);
}

/**
 * Returns the names of the parts that are new or have another value. Those after the last known
 * part were only pushed there.
 */
function changedParts(shown: Parts = {}, parts: Parts): string[] {
  const names = Object.keys(parts);
  const end = names.findLastIndex((name) => Object.hasOwn(shown, name));
  return names.filter((name, at) =>
    Object.hasOwn(shown, name)
      ? replaceEqualDeep(shown[name], parts[name]) !== shown[name]
      : at < end,
  );
}

/** Times that follow from other changes, which are marked themselves. */
const followingTimes: readonly string[] = [
  'lastActivityDate',
  'statusSinceDate',
  'subStatusSinceDate',
];

/** Returns the fields of a record that are marked when they change. */
export function fieldParts(row: ReadRecord<{ id: string; fields: object }>): readonly Parts[] {
  if (!row.ok) return [];
  const fields = Object.entries<unknown>({ ...row.record.fields });
  return [Object.fromEntries(fields.filter(([name]) => !followingTimes.includes(name)))];
}

/** Returns the records of a list's pages by their ids. */
export function rowParts({ pages }: { pages: readonly ListPage<ReadRecord<{ id: string }>>[] }) {
  const rows = pages.flatMap((page) => page.rows);
  return [Object.fromEntries(rows.flatMap((row) => (row.ok ? [[row.record.id, row]] : [])))];
}
