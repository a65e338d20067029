import { useLayoutEffect, useState } from 'react';

import { count } from '#src/lib/numbers.ts';

/** Returns how long something is still possible, "9 min"; undefined if it no longer is. */
export function useTimeLeft(until: string | null): string | undefined {
  const [now, setNow] = useState(() => Date.now());
  const end = until === null ? 0 : Date.parse(until);
  const isOver = now >= end;
  // Before a new end is painted: the time of the last one is long past.
  useLayoutEffect(() => {
    const readTime = () => {
      const time = Date.now();
      setNow(time);
      if (time >= end) clearInterval(timer);
    };
    const timer = setInterval(readTime, 1_000);
    readTime();
    return () => clearInterval(timer);
  }, [end]);
  if (isOver) return undefined;
  const seconds = Math.ceil((end - now) / 1_000);
  return seconds > 60 ? `${count(Math.ceil(seconds / 60))} min` : `${count(seconds)} s`;
}
