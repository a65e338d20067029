import type { Session } from '#contract/portal/accounts.ts';
import { changedSearch, isNarrowed } from '#src/api/records/list/list-search.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';

import type { RecordDescription } from './table/record-description.ts';

const NoMatches = lazyComponent(async () => (await import('./no-matches.tsx')).NoMatches);

interface NoRecordsProps {
  records: RecordDescription;
  session: Session;
  search: RecordsSearch;
}

/** Says why a list is empty: the page is past its end, nothing matches, or there are no records. */
export function NoRecords({ records: { source, renderEmpty }, session, search }: NoRecordsProps) {
  const { pageSchema, getListPath } = source;
  const { page } = search;
  if (page > 1)
    return (
      <EmptyState
        title={`There is no page ${page}`}
        action={
          <LinkButton to={getListPath(changedSearch(pageSchema, search, {}))}>
            Go to the first page
          </LinkButton>
        }
      >
        The list has fewer pages.
      </EmptyState>
    );
  if (!isNarrowed(pageSchema, search)) return renderEmpty(session.account.role);
  return <NoMatches source={source} search={search} />;
}
