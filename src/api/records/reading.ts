import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { homeEndpoints } from '#contract/portal/home.ts';
import { unreadEndpoints, type UnreadRecord } from '#contract/portal/lists/unread.ts';
import { call } from '#src/api/client.ts';
import { homeKey } from '#src/api/home.ts';
import { aboutRecords } from '#src/api/query-meta.ts';
import { useSession } from '#src/api/session.ts';

import { hasUnread, type UnreadEntries, unreadKey, type UnreadList } from './unread-marks.ts';

// Loaded with the pages of records, and with the marks of a list.

/** Requests which of these records are unread, and returns what each of them says. */
export async function requestUnread(
  list: UnreadList,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<UnreadEntries> {
  const { listUnreadLeads, listUnreadDeals } = unreadEndpoints;
  const query = new URLSearchParams(ids.map((id): [string, string] => ['id', id]));
  const endpoint = list === 'leads' ? listUnreadLeads : listUnreadDeals;
  const { data } = await call(endpoint, { query, signal });
  return data.map((record) => [record.id, unreadInWords(record)]);
}

/** Returns what an unread record says. */
export function unreadInWords({ by, isCreated }: UnreadRecord): string {
  const who = by.isOperator ? 'the lender' : by.name;
  return `Unread: ${isCreated ? 'new' : 'changed'}${who === null ? '' : ` by ${who}`}`;
}

/**
 * Marks a record as read once it is shown, and again whenever what is shown has changed. `shown` is
 * undefined until then. If that fails, the record stays unread.
 */
export function useMarkRead(list: UnreadList, id: string, shown: unknown): void {
  const isMarked = hasUnread(useSession());
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isMarked || shown === undefined) return;
    const { markLeadRead, markDealRead } = unreadEndpoints;
    const mark = async () => {
      await call(list === 'leads' ? markLeadRead : markDealRead, { params: { id } });
      // Back in the list, the row is read at once.
      queryClient.setQueriesData<UnreadEntries>({ queryKey: unreadKey(list) }, (entries) =>
        entries?.filter(([each]) => each !== id),
      );
      // Also if the list was asked before this was stored.
      await queryClient.invalidateQueries({ queryKey: unreadKey(list) });
      await queryClient.invalidateQueries({ queryKey: homeKey });
    };
    mark().catch(() => {});
  }, [isMarked, queryClient, list, id, shown]);
}

/**
 * Returns the mutation that marks everything as read that others have changed, in both lists and on
 * the home page, as its own button does.
 */
export function useMarkAllRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // The service says until when nothing can be missing.
      const { changed } = (await call(homeEndpoints.readHome, {})).data;
      if (changed !== null)
        await call(homeEndpoints.markHomeRead, { body: { until: changed.until } });
    },
    // With the lists: one may show what has changed since.
    onSuccess: async () => queryClient.invalidateQueries(aboutRecords),
  });
}
