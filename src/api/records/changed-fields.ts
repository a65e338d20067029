import { hashKey, type QueryKey, replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { backgroundRefetch, highlightChanges, useHighlights } from '#src/api/query-changes.ts';
import type { ReadRecord } from '#src/api/read-record.ts';

/** Values that are highlighted when they change: fields by their names, records by their ids. */
export type FieldValues = Readonly<Record<string, unknown>>;

/**
 * Returns the names of the values in a query's data that somebody else just changed or added. The
 * person's own saves and refetches are not highlighted. `data`: the displayed data. `listValues`:
 * returns each of its independent groups of values.
 */
export function useChanged<Data>(
  queryKey: QueryKey,
  data: Data | undefined,
  listValues: (data: Data) => readonly FieldValues[],
): ReadonlySet<string> {
  const client = useQueryClient();
  const hash = hashKey(queryKey);
  const compare = useEffectEvent(() => {
    const current = client.getQueryData<Data>(queryKey);
    if (data === undefined || current === undefined || client.isMutating() > 0) return;
    const shown = listValues(data);
    const changed = listValues(current).flatMap((values, at) =>
      findChangedFields(shown[at], values),
    );
    highlightChanges(client, queryKey, changed);
  });
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.query.queryHash !== hash) return;
        const isRead = event.action.type === 'success' && event.action.manual !== true;
        if (isRead && event.query.state.fetchMeta === backgroundRefetch) compare();
      }),
    [client, hash],
  );
  return useHighlights(queryKey);
}

/**
 * Returns the names of the fields that are new or have another value. Those after the last known
 * one were only pushed there.
 */
function findChangedFields(shown: FieldValues = {}, values: FieldValues): string[] {
  const names = Object.keys(values);
  const end = names.findLastIndex((name) => Object.hasOwn(shown, name));
  return names.filter((name, at) =>
    Object.hasOwn(shown, name)
      ? replaceEqualDeep(shown[name], values[name]) !== shown[name]
      : at < end,
  );
}

/** Times that follow from other changes, which are highlighted themselves. */
const followingTimes: readonly string[] = [
  'lastActivityDate',
  'statusSinceDate',
  'subStatusSinceDate',
];

/** Returns the fields of a record that are highlighted when they change. */
export function listFieldValues(
  row: ReadRecord<{ id: string; fields: object }>,
): readonly FieldValues[] {
  if (!row.ok) return [];
  const fields = Object.entries<unknown>({ ...row.record.fields });
  return [Object.fromEntries(fields.filter(([name]) => !followingTimes.includes(name)))];
}
