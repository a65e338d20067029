import CircleAlert from 'lucide-react/icons/circle-alert';
import Inbox from 'lucide-react/icons/inbox';
import type { ReactNode } from 'react';

import { Button } from './button.tsx';

import s from './states.module.css';

interface EmptyStateProps {
  /** What there is none of: "No leads yet". */
  title: string;
  /** Why, or what comes here. */
  children?: ReactNode;
  /** The next thing to do. */
  action?: ReactNode;
}

/** Nothing to show, and that is in order. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={s.state}>
      <Inbox aria-hidden className={s.icon} />
      <h2>{title}</h2>
      {children !== undefined && <p className={s.text}>{children}</p>}
      {action !== undefined && <div className={s.actions}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** What happened: "The leads could not be loaded". */
  title: string;
  /** What it means for the person's work, and what to do. */
  children?: ReactNode;
  /** What changes while it lasts: not read out. */
  note?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** Other ways on, such as a link. */
  action?: ReactNode;
  /** What support asks for. */
  requestId?: string | undefined;
}

/** Something could not be shown, in the place where it would stand. */
export function ErrorState({
  title,
  children,
  note,
  onRetry,
  retrying = false,
  action,
  requestId,
}: ErrorStateProps) {
  return (
    <div className={s.state} data-bad>
      <CircleAlert aria-hidden className={s.icon} />
      <div className={s.reported} role="alert">
        <h2>{title}</h2>
        {children !== undefined && <p className={s.text}>{children}</p>}
      </div>
      {note !== undefined && <p className={s.text}>{note}</p>}
      {requestId !== undefined && (
        <p className={s.text}>
          Request <span className="mono">{requestId}</span>
        </p>
      )}
      {(onRetry !== undefined || action !== undefined) && (
        <div className={s.actions}>
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
