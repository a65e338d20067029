import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { dealQuery } from '#src/api/deals.ts';
import { DealView } from '#src/features/deals/deal-view.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { ErrorState } from '#src/ui/states.tsx';

/** One deal, to read. */
export function Component() {
  const { id = '' } = useParams();
  const { data: deal } = useSuspenseQuery(dealQuery(id));
  if (deal.ok) return <DealView deal={deal.record} extra={deal.extra} />;
  return (
    <>
      <PageHead title="Deal" />
      <ErrorState
        title="This deal could not be read"
        action={<LinkButton to={paths.deals()}>Go to deals</LinkButton>}
      >
        The service sent a record that the portal does not understand. Tell support its address.
      </ErrorState>
    </>
  );
}
