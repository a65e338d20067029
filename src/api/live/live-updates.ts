import { createStore, useStore } from '#src/lib/store.ts';

import type { LiveStatus } from './live-connection.ts';

/** How the page learns of changes. Times are in milliseconds since the epoch. */
export type LiveUpdates =
  | { readonly kind: 'starting' }
  /** Changes arrive. */
  | { readonly kind: 'stream'; readonly status: LiveStatus }
  /** The visible queries are read again regularly, the last time at `at`. */
  | { readonly kind: 'polled'; readonly at: number };

/** Set by the code that follows or polls the changes. */
export const liveUpdates = createStore<LiveUpdates>({ kind: 'starting' });

/** Returns how the page learns of changes. */
export const useLiveUpdates = (): LiveUpdates => useStore(liveUpdates);
