import { useQuery } from '@tanstack/react-query';

import type { RowResult, UploadTotals } from '#contract/web/bulk-uploads.ts';
import { rowResultsQuery } from '#src/api/bulk-uploads.ts';
import { count } from '#src/lib/numbers.ts';
import { Chip } from '#src/ui/chip.tsx';
import { RecordList } from '#src/ui/record-list.tsx';
import { Section } from '#src/ui/section.tsx';

import { ResultsTable } from './results-table.tsx';
import type { ResultsSearch } from './results.search.ts';
import { outcomeNames } from './upload-state.ts';

import s from './bulk-upload-results.module.css';

interface RowResultsProps {
  uploadId: string;
  totals: UploadTotals;
  search: ResultsSearch;
  onSearch: (search: ResultsSearch) => void;
}

/** What became of each row, page by page, all or those with one outcome. */
export function RowResults({ uploadId, totals, search, onSearch }: RowResultsProps) {
  const query = useQuery(rowResultsQuery(uploadId, search));
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  return (
    <Section title="Rows">
      <OutcomeFilter {...{ totals, search, onSearch }} />
      <RecordList<RowResult>
        list={{
          rows: data?.rows,
          total: data?.total,
          isStale: isPlaceholderData,
          error,
          isFetching,
          onRetry: () => void refetch(),
        }}
        page={search.page}
        pageSize={search.pageSize}
        onPage={(page) => onSearch({ ...search, page })}
        onPageSize={(pageSize) => onSearch({ ...search, pageSize, page: 1 })}
        errorTitle="The rows could not be loaded"
        empty={<p className="soft">No such row here.</p>}
      >
        {(rows) => (
          <ResultsTable rows={rows} isStale={isPlaceholderData} loading={search.pageSize} />
        )}
      </RecordList>
    </Section>
  );
}

function OutcomeFilter({ totals, search, onSearch }: Omit<RowResultsProps, 'uploadId'>) {
  const choices = [
    { outcome: undefined, label: 'All', number: totals.read - totals.waiting },
    { outcome: 'submitted', label: outcomeNames.submitted.label, number: totals.submitted },
    { outcome: 'refused', label: outcomeNames.refused.label, number: totals.refused },
    { outcome: 'left-out', label: outcomeNames['left-out'].label, number: totals.leftOut },
    { outcome: 'blank', label: outcomeNames.blank.label, number: totals.blank },
  ] as const;
  return (
    <fieldset className={s.chips}>
      <legend className="visually-hidden">Which rows</legend>
      {choices.map(({ outcome, label, number }) => (
        <Chip
          key={label}
          pressed={search.outcome === outcome}
          onClick={() => onSearch({ ...search, outcome, page: 1 })}
        >
          {label} · {count(number)}
        </Chip>
      ))}
    </fieldset>
  );
}
