import CircleAlert from 'lucide-react/icons/circle-alert';
import Inbox from 'lucide-react/icons/inbox';
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
import { useNow } from '#src/ui/elements/now.ts';
import { PendingField } from '#src/ui/form/pending-field.tsx';

import staleNoticeStyles from './stale-notice.module.css';
import s from './states.module.css';

interface EmptyStateProps {
  /** The empty list or page: "No leads yet". */
  title: string;
  /** Says why the list is empty, or what will appear here. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** Shown where there is nothing to show and no error. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={`${s.state} card`}>
      <Inbox aria-hidden className={s.icon} />
      <h2>{title}</h2>
      {children !== undefined && <p className={s.text}>{children}</p>}
      {action !== undefined && <div className={`${s.actions} cluster`}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** The failure: "The leads could not be loaded". */
  title: string;
  /** The consequence for the person's work, and the next step. */
  children?: ReactNode;
  /** A text that changes while the error lasts; not announced to screen readers. */
  note?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** Other actions, such as a link. */
  action?: ReactNode;
  /** The request id that support asks for. */
  requestId?: string | undefined;
}

/** Replaces content that couldn't be shown. */
export function ErrorState(props: ErrorStateProps) {
  const { title, children, note, onRetry, retrying = false, action, requestId } = props;
  return (
    <div className={`${s.state} card`} data-bad>
      <CircleAlert aria-hidden className={s.icon} />
      <div className={s.message} role="alert">
        <h2>{title}</h2>
        {children !== undefined && <p className={s.text}>{children}</p>}
      </div>
      {note !== undefined && <p className={s.text}>{note}</p>}
      {requestId !== undefined && (
        <p className={s.text}>
          Request{' '}
          <span className="mono" translate="no">
            {requestId}
          </span>
        </p>
      )}
      {(onRetry !== undefined || action !== undefined) && (
        <div className={`${s.actions} cluster`}>
          {onRetry !== undefined && (
            <Button onClick={onRetry} pending={retrying}>
              Try again
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}

/**
 * A placeholder for loading content, of the content's height and width (CSS lengths). A table
 * renders its own loading rows.
 */
export function Skeleton({ height = '20px', width = '100%' }: { height?: string; width?: string }) {
  return <div className={s.block} style={{ height, width }} aria-hidden />;
}

/** Placeholders for lines of text, 20 px high and of different widths. */
export function SkeletonLines({ lines }: { lines: number }) {
  const widths = ['60%', '80%', '45%', '70%'] as const;
  return (
    <div className="stack-small" aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={s.line} style={{ width: widths[index % widths.length] }} />
      ))}
    </div>
  );
}

/** The place of a form while it loads. Text typed here ends up in the form's first field. */
export function FormPending({ lines }: { lines: number }) {
  return (
    <>
      <PendingField />
      <SkeletonLines lines={lines} />
    </>
  );
}

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
      {children} {why}
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
  const reason = isTemporary ? `${why.replace(/\.$/, '')}; ${doing}\u00A0…` : why;

  const notify = useEffectEvent((what: string) => announce(`${read} ${what}`.trim()));
  useEffect(() => notify(reason), [reason]);

  return (
    <div className={`${staleNoticeStyles.notice} row card`} data-stale-notice>
      <p className={`${staleNoticeStyles.text} wrap-anywhere`}>
        {read !== '' && <strong>{read} </strong>}
        {reason}
      </p>
      <RetryButton size="small" loadError={loadError} />
    </div>
  );
}
