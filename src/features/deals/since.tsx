import { exactTime, timeSince } from '#src/lib/dates.ts';
import { noValue } from '#src/lib/numbers.ts';
import { useNow } from '#src/ui/now.ts';

/** How long it has been since a timestamp: "3 days". */
export function Since({ timestamp }: { timestamp: string }) {
  const now = useNow();
  const words = timeSince(timestamp, now);
  if (words === '') return <span>{timestamp || noValue}</span>;
  return (
    <time dateTime={timestamp} title={exactTime(timestamp)}>
      {words}
    </time>
  );
}
