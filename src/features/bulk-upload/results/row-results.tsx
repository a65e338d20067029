import { useCallback } from 'react';

import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import type { RowResultListQuery } from '#contract/bulk-upload/endpoints.ts';
import { rowResultsQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { useListPage } from '#src/api/records/list/list-page.ts';
import { Section } from '#src/ui/layout/section.tsx';
import { OutcomeFilter } from '#src/ui/table/outcome-filter.tsx';
import { RecordList } from '#src/ui/table/record-list.tsx';

import { ResultsTable } from './results-table.tsx';
import { outcomeNames } from './upload-state.ts';

interface RowResultsProps {
  uploadId: string;
  totals: UploadTotals;
  search: RowResultListQuery;
  onSearch: (search: RowResultListQuery) => void;
}

/** Shows the outcome of each row, page by page, for all rows or those with one outcome. */
export function RowResults({ uploadId, totals, search, onSearch }: RowResultsProps) {
  const toQuery = useCallback(
    (requested: RowResultListQuery) => rowResultsQuery(uploadId, requested),
    [uploadId],
  );
  const page = useListPage(toQuery, search, onSearch);
  return (
    <Section title="Rows">
      <RowFilter {...{ totals, search, onSearch }} />
      <RecordList
        {...page}
        errorTitle="Couldn’t load the rows"
        empty={<p className="soft">{emptyText(search)}</p>}
      >
        {(rows) => (
          <ResultsTable rows={rows} isStale={page.list.isStale} loading={search.pageSize} />
        )}
      </RecordList>
    </Section>
  );
}

function emptyText({ outcome, page }: RowResultListQuery): string {
  if (page > 1) return 'No more rows.';
  if (outcome === undefined) return 'No row has been submitted yet.';
  return `No row of this upload is ${outcomeNames[outcome].label.toLowerCase()}.`;
}

function RowFilter({ totals, search, onSearch }: Omit<RowResultsProps, 'uploadId'>) {
  const choices = [
    { outcome: undefined, label: 'All', number: totals.read - totals.waiting },
    { outcome: 'submitted', label: outcomeNames.submitted.label, number: totals.submitted },
    { outcome: 'rejected', label: outcomeNames.rejected.label, number: totals.rejected },
    { outcome: 'left-out', label: outcomeNames['left-out'].label, number: totals.leftOut },
    { outcome: 'blank', label: outcomeNames.blank.label, number: totals.blank },
    ...(totals.unknown > 0
      ? [{ outcome: 'unknown', label: outcomeNames.unknown.label, number: totals.unknown } as const]
      : []),
  ] as const;
  return (
    <OutcomeFilter
      label="Which rows"
      choices={choices}
      chosen={search.outcome}
      onChoose={(outcome) => onSearch({ ...search, outcome, page: 1 })}
    />
  );
}
