import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { dealQuery } from '#src/api/deals.ts';
import { useTrouble } from '#src/api/trouble.ts';
import { DealView } from '#src/features/deals/deal-view.tsx';
import { StaleNotice } from '#src/ui/stale-notice.tsx';

import { NoRecord, UnreadableRecord } from './record-problem.tsx';

/** `/deals/:id`: one deal, to read. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(dealQuery(id));
  const { data } = query;
  const trouble = useTrouble(query);
  if (!data) return <NoRecord noun="deal" trouble={trouble} />;
  return (
    <>
      {data.ok ? (
        <DealView deal={data.record} extra={data.extra} />
      ) : (
        <UnreadableRecord noun="deal" />
      )}
      {trouble && <StaleNotice trouble={trouble} />}
    </>
  );
}
