import { useEffect, useEffectEvent } from 'react';

import { clockTime } from '#src/lib/dates.ts';
import type { LoadError } from '#src/lib/load-error.ts';

import { announce } from './announcer.tsx';
import { useNow } from './now.ts';
import { RetryButton } from './retry-button.tsx';

import s from './stale-notice.module.css';

/**
 * Says of what stands above it when that was read, and why it is not newer or not there yet. It comes last and stays in sight at the
 * window's foot, so that nothing moves when it comes or goes. A screen reader tells it once, however often it is tried again.
 */
export function StaleNotice({ loadError }: { loadError: LoadError }) {
  const now = useNow();
  const { hasFailed, why, passes, readAt } = loadError;
  const read = readAt === undefined ? '' : `As read at ${clockTime(readAt, now)}.`;
  const doing = hasFailed ? 'trying again' : 'still waiting';
  const reason = passes ? `${why}; ${doing}\u00A0…` : why;

  const notify = useEffectEvent((what: string) => announce(`${read} ${what}`.trim()));
  useEffect(() => notify(reason), [reason]);

  return (
    <div className={s.notice}>
      <p className={s.text}>
        {read !== '' && <strong>{read} </strong>}
        {reason}
      </p>
      <RetryButton size="small" loadError={loadError} />
    </div>
  );
}
