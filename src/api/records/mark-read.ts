import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { homeEndpoints } from '#contract/portal/home.ts';
import { unreadEndpoints } from '#contract/portal/unread.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import { call } from '#src/api/client.ts';
import { homeKey } from '#src/api/home.ts';
import { aboutRecords } from '#src/api/query-changes.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { useSession } from '#src/api/session.ts';

import { getPagesKey, type ListedRecord, type ListPage } from './list/record-source.ts';

const endpoints = {
  leads: unreadEndpoints.markLeadRead,
  deals: unreadEndpoints.markDealRead,
};

/**
 * Marks a record as read once it is shown, and again after each change of the displayed data
 * (`shown`, undefined before). If that fails, the record stays unread.
 */
export function useMarkRead(list: RecordListName, id: string, shown: unknown): void {
  const { account, capabilities } = useSession();
  const canBeUnread = capabilities.home && account.role !== 'support';
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!canBeUnread || shown === undefined) return;
    const mark = async () => {
      await call(endpoints[list], { params: { id } });
      removeUnread(queryClient, list, id);
      await queryClient.invalidateQueries({ queryKey: homeKey });
    };
    mark().catch(() => {});
  }, [canBeUnread, queryClient, list, id, shown]);
}

/** Shows a record as read in the pages of its list that are loaded, which are as old as before. */
function removeUnread(queryClient: QueryClient, list: RecordListName, id: string): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: getPagesKey(list) })) {
    const { dataUpdatedAt: updatedAt, isInvalidated, fetchStatus, fetchMeta } = query.state;
    const page = queryClient.getQueryData<ListPage<ReadRecord<ListedRecord>>>(query.queryKey);
    const rows = page?.rows.map((row) =>
      row.ok && row.record.id === id && row.record.unread
        ? { ...row, record: { ...row.record, unread: null } }
        : row,
    );
    if (rows?.some((row, at) => row !== page?.rows[at])) {
      queryClient.setQueryData(query.queryKey, { ...page, rows }, { updatedAt });
      if (isInvalidated) query.invalidate();
    }
    // It was requested before this was stored.
    if (fetchStatus === 'fetching')
      void query
        .fetch(undefined, { cancelRefetch: true, ...(fetchMeta && { meta: fetchMeta }) })
        .catch(() => {});
  }
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
