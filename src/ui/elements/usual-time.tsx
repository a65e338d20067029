import { duration, timeSince } from '#src/lib/dates.ts';

import { useNow } from './time.tsx';

import s from './usual-time.module.css';

interface UsualTimeProps {
  /** Since when the record has been where it is. */
  since: string;
  /** The usual durations in milliseconds; null if they are not known. */
  usual: { readonly median: number; readonly percentile90: number } | null;
}

/**
 * Shows how long a record has been where it is, beside the usual time: "9 days, usually 3 days". A
 * time that is longer than nine of ten stands out.
 */
export function UsualTime({ since, usual }: UsualTimeProps) {
  const now = useNow();
  const words = timeSince(since, now);
  if (words === '' || usual === null) return words;
  const usually = `usually ${duration(usual.median).replaceAll(' ', '\u00A0')}`;
  const isLate = now - Date.parse(since) > usual.percentile90;
  return (
    <>
      <span className={isLate ? s.late : undefined}>{words}</span>, {usually}
    </>
  );
}
