import { createStore } from '#src/lib/store.ts';
import { useStore } from '#src/lib/use-store.ts';

const minuteMs = 60_000;

const now = createStore(Date.now(), (set) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), minuteMs);
  return () => clearInterval(timer);
});

/**
 * Returns the current time in milliseconds, updated every minute. All relative times on a page
 * share one timer.
 */
export function useNow(): number {
  return useStore(now);
}
