import {
  type ReactNode,
  type ComponentProps,
  type RefObject,
  useLayoutEffect,
  useRef,
  useEffect,
  useEffectEvent,
} from 'react';

import { clockTime } from '#src/lib/dates.ts';
import type { LoadError } from '#src/lib/load-error.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { useNow } from '#src/ui/elements/time.tsx';

import { ErrorState } from './states.tsx';

import s from './stale-notice.module.css';

interface LoadErrorStateProps {
  /** The failure: "The leads could not be loaded". */
  title: string;
  loadError: LoadError;
  /** The consequence for the person's work. */
  children?: ReactNode;
  /** Other actions, such as a link. */
  action?: ReactNode;
}

/**
 * Replaces content that failed to load: why it failed, when it was tried, and whether it is retried
 * automatically.
 */
export function LoadErrorState({ title, loadError, children, action }: LoadErrorStateProps) {
  const now = useNow();
  const { why, isTemporary, failedAt, requestId } = loadError;
  return (
    <ErrorState
      title={title}
      note={isTemporary ? `Tried at ${clockTime(failedAt, now)}; trying again\u00A0…` : undefined}
      action={
        <>
          <RetryButton loadError={loadError} />
          {action}
        </>
      }
      requestId={requestId}
    >
      {children} {isTemporary ? `${why}.` : why}
    </ErrorState>
  );
}

interface RetryButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant'> {
  loadError: LoadError;
  /** The element that takes the focus when the button is removed; by default the heading. */
  next?: RefObject<HTMLElement | null>;
}

/** Retries a failed request. If the button has the focus when it is removed, the focus moves on. */
export function RetryButton({ loadError, next, ...props }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    const following = next?.current;
    return () => {
      if (document.activeElement !== own) return;
      if (following) following.focus({ preventScroll: true });
      else focusHeading();
    };
  }, [next]);
  return (
    <Button {...props} ref={button} pending={loadError.isRetrying} onClick={loadError.onRetry}>
      {loadError.isTemporary ? 'Try again now' : 'Try again'}
    </Button>
  );
}

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
