import { useSyncExternalStore } from 'react';

const minute = 60_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, minute);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Returns the current time in milliseconds, updated every minute. All relative times on a page
 * share one timer.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
