import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { dealQuery } from '#src/api/deals.ts';
import { DealView } from '#src/features/deals/deal-view.tsx';
import { RecordSkeleton } from '#src/ui/record-skeleton.tsx';

import { RecordProblem, UnreadableRecord } from './record-problem.tsx';

/** `/deals/:id`: one deal, to read. */
export function Component() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(dealQuery(id));
  if (data?.ok) return <DealView deal={data.record} extra={data.extra} />;
  if (data) return <UnreadableRecord noun="deal" />;
  if (!error) return <RecordSkeleton />;
  return (
    <RecordProblem noun="deal" error={error} onRetry={() => void refetch()} retrying={isFetching} />
  );
}
