import { count } from '#src/lib/numbers.ts';
import { useSecondsLeft } from '#src/ui/elements/seconds-left.ts';

/** Returns how long something is still possible, "9 min"; undefined if it no longer is. */
export function useTimeLeft(until: string | null): string | undefined {
  const seconds = useSecondsLeft(until === null ? 0 : Date.parse(until));
  if (seconds === 0) return undefined;
  return seconds > 60 ? `${count(Math.ceil(seconds / 60))} min` : `${count(seconds)} s`;
}
