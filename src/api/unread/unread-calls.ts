import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { homeEndpoints } from '#contract/portal/home.ts';
import { unreadEndpoints, type UnreadRecord } from '#contract/portal/lists/unread.ts';
import { call } from '#src/api/client.ts';
import { homeKey } from '#src/api/home.ts';
import { useSession } from '#src/api/session.ts';

import { hasUnread, unreadKey, type UnreadList } from './unread-marks.ts';

// Loaded with the pages of records, and with the marks of a list.

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
      queryClient.setQueriesData<readonly UnreadRecord[]>(
        { queryKey: unreadKey(list) },
        (records) => records?.filter((record) => record.id !== id),
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
    onSuccess: async () =>
      Promise.all(
        [['leads'], ['deals'], homeKey].map(async (queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
