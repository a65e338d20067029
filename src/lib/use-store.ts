import { useSyncExternalStore } from 'react';

import type { Store } from './store.ts';

/** Returns the value of a store, and renders again after every change. */
export function useStore<T>({ subscribe, get }: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(subscribe, get);
}
