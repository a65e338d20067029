import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { homeEndpoints } from '#contract/portal/home.ts';
import { unreadEndpoints } from '#contract/portal/unread.ts';
import { paging } from '#contract/v1/paging.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import { call } from '#src/api/client.ts';
import { homeKey } from '#src/api/home.ts';
import { aboutRecords } from '#src/api/query-changes.ts';
import { useSession } from '#src/api/session.ts';
import { describeUnread } from '#src/lib/unread-text.ts';

import { hasUnread, type MarkerEntries, markersKey } from './record-markers.ts';

// Loaded with the pages of records, and with the markers of a list.

const endpoints = {
  leads: { read: unreadEndpoints.listLeadMarkers, markRead: unreadEndpoints.markLeadRead },
  deals: { read: unreadEndpoints.listDealMarkers, markRead: unreadEndpoints.markDealRead },
};

/** Requests which of these records are unread or have requests, a list page at a time. */
export async function requestMarkers(
  list: RecordListName,
  ids: readonly string[],
  signal: AbortSignal,
) {
  const size = paging.maxPageSize;
  const starts = Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => at * size);
  const parts = await Promise.all(
    starts.map(async (start) => {
      const part = ids.slice(start, start + size);
      const query = new URLSearchParams(part.map((id): [string, string] => ['id', id]));
      return call(endpoints[list].read, { query, signal });
    }),
  );
  return {
    unread: parts.flatMap(({ unread }) =>
      unread.map((row) => [row.id, describeUnread(row)] as const),
    ),
    waits: parts.flatMap(({ asked }) =>
      asked.map(({ id, since }) => [id, { on: 'partner', status: 'a request', since }] as const),
    ),
  };
}

/**
 * Marks a record as read once it is shown, and again after each change of the displayed data
 * (`shown`, undefined before). If that fails, the record stays unread.
 */
export function useMarkRead(list: RecordListName, id: string, shown: unknown): void {
  const canBeUnread = hasUnread(useSession());
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!canBeUnread || shown === undefined) return;
    const mark = async () => {
      await call(endpoints[list].markRead, { params: { id } });
      // Back in the list, the row is read at once.
      queryClient.setQueriesData<MarkerEntries>(
        { queryKey: markersKey(list) },
        (markers) =>
          markers && { ...markers, unread: markers.unread.filter(([each]) => each !== id) },
      );
      // Also if the list was asked before this was stored.
      await queryClient.invalidateQueries({ queryKey: markersKey(list) });
      await queryClient.invalidateQueries({ queryKey: homeKey });
    };
    mark().catch(() => {});
  }, [canBeUnread, queryClient, list, id, shown]);
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
      const { changed } = await call(homeEndpoints.readHome, {});
      if (changed !== null)
        await call(homeEndpoints.markHomeRead, { body: { until: changed.until } });
    },
    // Also the lists: one may show changes made since.
    onSuccess: async () => queryClient.invalidateQueries(aboutRecords),
  });
}
