import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { unreadEndpoints, type UnreadRecord } from '#contract/portal/lists/unread.ts';
import { call } from '#src/api/client.ts';
import { type ReadRecord, recordId } from '#src/api/records.ts';
import { whenIdle } from '#src/lib/load-later.ts';

/** The lists whose rows can be unread. */
export type UnreadList = 'leads' | 'deals';

/** Returns whether records can be unread: not for support, nor in front of an existing service. */
export function hasUnread({ account, capabilities }: Session): boolean {
  return capabilities.home && account.role !== 'support';
}

/** Returns the first part of the query keys of what is unread. */
export const unreadKey = (list: UnreadList) => [list, 'unread'] as const;

const none: readonly UnreadRecord[] = [];

/** Requests which of these records are unread. */
export async function listUnread(
  list: UnreadList,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly UnreadRecord[]> {
  const { listUnreadLeads, listUnreadDeals } = unreadEndpoints;
  const query = new URLSearchParams(ids.map((id): [string, string] => ['id', id]));
  return (await call(list === 'leads' ? listUnreadLeads : listUnreadDeals, { query, signal })).data;
}

/**
 * Returns which of the rows are unread, by their ids. The request comes after the rows: nothing
 * waits for the marks.
 */
export function useUnread(
  list: UnreadList,
  rows: readonly ReadRecord<{ id: string }>[] | undefined,
  session: Session,
): ReadonlyMap<string, UnreadRecord> {
  const ids = (rows ?? []).flatMap((row) => recordId(row) ?? []);
  const { data = none } = useQuery({
    queryKey: [...unreadKey(list), ids.join()],
    queryFn: async ({ signal }) => {
      // Another request would delay the paint of the rows.
      await new Promise<void>((resolve) => {
        whenIdle(resolve);
      });
      // Another page is shown by now.
      signal.throwIfAborted();
      return listUnread(list, ids, signal);
    },
    enabled: ids.length > 0 && hasUnread(session),
  });
  return useMemo(() => new Map(data.map((record) => [record.id, record])), [data]);
}

/** Returns what an unread row says: "Unread: changed by Pat Moss"; undefined for a read one. */
export function unreadInWords(record: UnreadRecord | undefined): string | undefined {
  if (record === undefined) return undefined;
  const who = record.by.isOperator ? 'the lender' : record.by.name;
  return `Unread: ${record.isCreated ? 'new' : 'changed'}${who === null ? '' : ` by ${who}`}`;
}
