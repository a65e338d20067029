import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { type DealsPageQuery, dealsPageQuery } from '#src/api/records/deals.ts';
import { changedSearch, isNarrowed } from '#src/api/records/list/list-search.ts';
import { paths } from '#src/lib/paths.ts';
import { EmptyState } from '#src/ui/feedback/states.tsx';
import { NoRows } from '#src/ui/table/no-rows.tsx';

/** Says why a list or board has no deals. */
export function NoDeals({ search }: { search: DealsPageQuery }) {
  const { view } = search;
  return (
    <NoRows
      noun="deal"
      page={view === 'board' ? 1 : search.page}
      isNarrowed={isNarrowed(dealListQuery, search)}
      firstPageTo={paths.deals(changedSearch(dealsPageQuery, search, {}))}
      allTo={paths.deals(changedSearch(dealsPageQuery, { view }, {}))}
    >
      <EmptyState title="No deals yet">
        A lead that converts becomes a deal and appears here.
      </EmptyState>
    </NoRows>
  );
}
