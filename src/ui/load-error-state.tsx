import type { ReactNode } from 'react';

import { clockTime } from '#src/lib/dates.ts';
import type { LoadError } from '#src/lib/load-error.ts';

import { useNow } from './now.ts';
import { RetryButton } from './retry-button.tsx';
import { ErrorState } from './states.tsx';

interface LoadErrorStateProps {
  /** What happened: "The leads could not be loaded". */
  title: string;
  loadError: LoadError;
  /** What it means for the person's work. */
  children?: ReactNode;
  /** Other ways on, such as a link. */
  action?: ReactNode;
}

/** In place of what could not be loaded: why, when that was tried, and that it is tried again by itself where that is of use. */
export function LoadErrorState({ title, loadError, children, action }: LoadErrorStateProps) {
  const now = useNow();
  const { why, passes, triedAt, requestId } = loadError;
  return (
    <ErrorState
      title={title}
      note={passes ? `Tried at ${clockTime(triedAt, now)}; trying again\u00A0…` : undefined}
      action={
        <>
          <RetryButton loadError={loadError} />
          {action}
        </>
      }
      requestId={requestId}
    >
      {children} {passes ? `${why}.` : why}
    </ErrorState>
  );
}
