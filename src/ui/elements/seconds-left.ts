import { useLayoutEffect, useState } from 'react';

/** Returns the seconds until a time, counting down to 0. */
export function useSecondsLeft(end: number): number {
  const [now, setNow] = useState(() => Date.now());
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
  return Math.max(0, Math.ceil((end - now) / 1_000));
}
