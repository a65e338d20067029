import { focusManager, type QueryClient } from '@tanstack/react-query';

import { aboutRecords } from '#src/api/query-changes.ts';

import { refetchInBackground } from './live-refresh.ts';
import { liveUpdates } from './live-updates.ts';

/** How often visible data is refetched where no stream reports changes, in milliseconds. */
const pollIntervalMs = 30_000;

/**
 * Reads visible data about records again regularly, while the tab has the focus. Returns a function
 * that stops.
 */
export function pollRecords(queryClient: QueryClient): () => void {
  const setTime = () => {
    const times = queryClient
      .getQueryCache()
      .findAll({ ...aboutRecords, type: 'active' })
      .map(({ state }) => state.dataUpdatedAt);
    const at = Math.max(0, ...times);
    const shown = liveUpdates.get();
    if (at > 0 && !(shown.kind === 'polled' && shown.at === at))
      liveUpdates.set({ kind: 'polled', at });
  };
  setTime();
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') setTime();
  });
  const timer = setInterval(() => {
    if (focusManager.isFocused()) void refetchInBackground(queryClient, aboutRecords);
  }, pollIntervalMs);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
