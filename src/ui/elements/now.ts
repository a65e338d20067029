import { createStore, useStore } from '#src/lib/store.ts';

const minuteMs = 60_000;
/** How far behind the time of the first ones may be, in milliseconds. */
const toleratedMs = 5_000;

/** The current time that relative times are based on. */
export const now = createStore(Date.now(), (set) => {
  // The first times of a page would be rendered twice.
  if (Date.now() - now.get() > toleratedMs) set(Date.now());
  const timer = setInterval(() => set(Date.now()), minuteMs);
  return () => clearInterval(timer);
});

/**
 * Returns the current time in milliseconds, updated every minute. All relative times on a page
 * share one timer.
 */
export const useNow = (): number => useStore(now);
