import type { Session } from '#contract/portal/accounts.ts';
import { changedSearch, isNarrowed } from '#src/api/records/list/list-search.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';

import type { RecordDescription } from './table/record-description.ts';

interface NoRecordsProps {
  records: RecordDescription;
  session: Session;
  search: RecordsSearch;
}

/** Says why a list is empty: the page is past its end, nothing matches, or there are no records. */
export function NoRecords({ records: { source, renderEmpty }, session, search }: NoRecordsProps) {
  const { type, pageSchema, getListPath } = source;
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
  const { q, ...filters } = search;
  const isFiltered = isNarrowed(pageSchema, { ...filters, q: '' });
  const cleared = (change: Partial<RecordsSearch>, label: string) => (
    <LinkButton to={getListPath(changedSearch(pageSchema, change, {}))}>{label}</LinkButton>
  );
  const { sort, columns, group = '' } = search;
  const display = { sort, columns, group };
  return (
    <EmptyState
      title={q === '' ? `No ${type} matches the filters` : `No ${type} matches “${q}”`}
      action={
        <>
          {q !== '' && cleared({ ...filters, q: '' }, 'Clear search')}
          {isFiltered && cleared({ ...display, q }, 'Clear filters')}
        </>
      }
    />
  );
}
