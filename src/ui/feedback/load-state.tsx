import type { UseQueryResult } from '@tanstack/react-query';

import { ErrorState, SkeletonLines } from './states.tsx';

interface LoadStateProps {
  query: UseQueryResult;
  /** The failure: "Couldn’t load sessions". */
  title: string;
  /** How many lines its content has, about. */
  lines?: number;
}

/** A placeholder for a section's content until it is loaded. Shows the error if that fails. */
export function LoadState({ query, title, lines = 2 }: LoadStateProps) {
  const { isPending, error, data, isFetching, refetch } = query;
  if (isPending) return <SkeletonLines lines={lines} />;
  if (error === null || data !== undefined) return null;
  return (
    <ErrorState title={title} onRetry={() => void refetch()} retrying={isFetching}>
      {error.message}
    </ErrorState>
  );
}
