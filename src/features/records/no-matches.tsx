import { changedSearch, isNarrowed } from '#src/api/records/list/list-search.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';

import type { RecordDescription } from './table/record-description.ts';

interface NoMatchesProps {
  source: RecordDescription['source'];
  search: RecordsSearch;
}

/** Says that no record matches the search and filters, and clears either. */
export function NoMatches({ source, search }: NoMatchesProps) {
  const { type, pageSchema, getListPath } = source;
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
