import type { ReactNode } from 'react';

import { clockTime } from '#src/lib/dates.ts';
import type { LoadError } from '#src/lib/load-error.ts';
import { useNow } from '#src/ui/elements/now.ts';

import { RetryButton } from './retry-button.tsx';
import { ErrorState } from './states.tsx';

interface LoadErrorStateProps {
  /** What failed: "The leads could not be loaded". */
  title: string;
  loadError: LoadError;
  /** What the error means for the person's work. */
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
