import { useEffect, useEffectEvent } from 'react';

import { clockTime } from '#src/lib/dates.ts';
import type { LoadError } from '#src/lib/load-error.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { useNow } from '#src/ui/elements/now.ts';

import { RetryButton } from './retry-button.tsx';

import s from './stale-notice.module.css';

/**
 * Says when the content above was loaded, and why it is outdated or still missing. It comes last on
 * the page and is sticky at the bottom of the window, so that nothing moves when it appears or
 * disappears. Screen readers announce it once, however often the request is retried.
 */
export function StaleNotice({ loadError }: { loadError: LoadError }) {
  const now = useNow();
  const { hasFailed, why, isTemporary, loadedAt } = loadError;
  const read = loadedAt === undefined ? '' : `Last updated ${clockTime(loadedAt, now)}.`;
  const doing = hasFailed ? 'trying again' : 'still waiting';
  const reason = isTemporary ? `${why}; ${doing}\u00A0…` : why;

  const notify = useEffectEvent((what: string) => announce(`${read} ${what}`.trim()));
  useEffect(() => notify(reason), [reason]);

  return (
    <div className={s.notice} data-stale-notice>
      <p className={s.text}>
        {read !== '' && <strong>{read} </strong>}
        {reason}
      </p>
      <RetryButton size="small" loadError={loadError} />
    </div>
  );
}
