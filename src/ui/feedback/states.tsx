import CircleAlert from 'lucide-react/icons/circle-alert';
import Inbox from 'lucide-react/icons/inbox';
import type { ReactNode } from 'react';

import { Button } from '#src/ui/elements/button.tsx';

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
    <div className={s.state}>
      <Inbox aria-hidden className={s.icon} />
      <h2>{title}</h2>
      {children !== undefined && <p className={s.text}>{children}</p>}
      {action !== undefined && <div className={`${s.actions} row`}>{action}</div>}
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
      <div className={s.message} role="alert">
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
        <div className={`${s.actions} row`}>
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
