import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

import { changedSearch, supportedSearch, searchParams } from '#src/api/lists.ts';
import { useSession } from '#src/api/session.ts';
import { DealsBar } from '#src/features/deals/deals-bar.tsx';
import { DealsList } from '#src/features/deals/deals-list.tsx';
import { parseDealsSearch } from '#src/features/deals/deals.search.ts';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** The list of deals. Filters, order and page are in the address. */
export function Component() {
  const session = useSession();
  const { capabilities } = session;
  const [params, setParams] = useSearchParams();
  const search = useMemo(
    () => supportedSearch(parseDealsSearch(params), capabilities),
    [params, capabilities],
  );
  return (
    <>
      <PageHeader title="Deals" />
      <DealsBar
        capabilities={capabilities}
        search={search}
        onChange={(change) =>
          // Further typing in a search replaces the history entry: Back undoes the whole search.
          setParams(changedSearch(search, change), { replace: search.q !== '' && 'q' in change })
        }
      />
      <DealsList
        session={session}
        search={search}
        // Renders synchronously: the next page is prefetched, and a transition would render it in
        // slices.
        onSearch={(wanted) => setParams(searchParams(wanted), { flushSync: true })}
      />
    </>
  );
}
