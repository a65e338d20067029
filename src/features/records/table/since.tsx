import { exactTime, shortTimeSince } from '#src/lib/dates.ts';
import { noValue } from '#src/lib/numbers.ts';
import { useNow } from '#src/ui/elements/now.ts';

/** Shows the time since a timestamp: "3 days". */
export function Since({ timestamp }: { timestamp: string }) {
  const now = useNow();
  const words = shortTimeSince(timestamp, now);
  if (words === '') return <span>{timestamp || noValue}</span>;
  return (
    <time dateTime={timestamp} title={exactTime(timestamp)}>
      {words}
    </time>
  );
}

/** Shows words with the time since a timestamp: "You · 3 days". */
export function WithSince({ words, timestamp }: { words: string; timestamp: string }) {
  return (
    <>
      {words}
      {timestamp !== '' && (
        <span className="soft">
          {' · '}
          <Since timestamp={timestamp} />
        </span>
      )}
    </>
  );
}
