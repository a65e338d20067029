import { useEffect, useState } from 'react';

import { count } from '#src/lib/numbers.ts';

/** Returns how long something is still possible, "9 min"; undefined if it no longer is. */
export function useTimeLeft(until: string | null): string | undefined {
  const [now, setNow] = useState(() => Date.now());
  const end = until === null ? 0 : Date.parse(until);
  const isOver = now >= end;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  if (isOver) return undefined;
  const seconds = Math.ceil((end - now) / 1_000);
  return seconds > 60 ? `${count(Math.ceil(seconds / 60))} min` : `${count(seconds)} s`;
}
