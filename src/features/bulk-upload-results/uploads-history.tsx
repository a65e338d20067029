import { useQuery } from '@tanstack/react-query';

import type { BulkUpload } from '#contract/web/bulk-uploads.ts';
import { bulkUploadsQuery } from '#src/api/bulk-uploads.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Badge } from '#src/ui/badge.tsx';
import { RecordList } from '#src/ui/record-list.tsx';
import { Section } from '#src/ui/section.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { Time } from '#src/ui/time.tsx';

import type { PageSearch } from './results.search.ts';
import { uploadStateNames } from './upload-state.ts';

import s from './bulk-upload-results.module.css';

interface UploadsHistoryProps {
  search: PageSearch;
  onSearch: (search: PageSearch) => void;
}

/** Every upload of the partner: which file, who, when, where it stands, its totals. */
export function UploadsHistory({ search, onSearch }: UploadsHistoryProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    bulkUploadsQuery(search),
  );
  return (
    <Section title="Earlier uploads">
      <RecordList
        list={{
          rows: data?.rows,
          total: data?.total,
          isStale: isPlaceholderData,
          error,
          isFetching,
          onRetry: () => void refetch(),
        }}
        {...search}
        onPage={(page) => onSearch({ ...search, page })}
        onPageSize={(pageSize) => onSearch({ pageSize, page: 1 })}
        errorTitle="The earlier uploads could not be loaded"
        empty={<p className="soft">No file was uploaded yet.</p>}
      >
        {(rows) => (
          <Table
            label="Earlier uploads"
            columns={columns}
            rows={rows}
            stale={isPlaceholderData}
            loadingRows={5}
            rowTo={({ id }) => paths.bulkUploadOne(id)}
          />
        )}
      </RecordList>
    </Section>
  );
}

const figure = (head: string, of: (upload: BulkUpload) => number): Column<BulkUpload> => ({
  head,
  num: true,
  width: '92px',
  cell: (upload) => count(of(upload)),
});

const columns: readonly Column<BulkUpload>[] = [
  { head: 'File', card: 'title', cell: ({ fileName }) => fileName },
  {
    head: 'State',
    card: 'mark',
    width: '152px',
    cell: ({ state }) => {
      const { tone, label } = uploadStateNames[state];
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  figure('Read', ({ totals }) => totals.read),
  {
    ...figure('Submitted', ({ totals }) => totals.submitted),
    card: 'figure',
    cell: ({ totals }) => (
      <>
        {count(totals.submitted)}
        <span className={s.onCard}> of {count(totals.read)} submitted</span>
      </>
    ),
  },
  figure('Refused', ({ totals }) => totals.refused),
  { ...figure('Left out', ({ totals }) => totals.leftOut), from: 980 },
  { ...figure('Blank', ({ totals }) => totals.blank), from: 980 },
  { ...figure('Waiting', ({ totals }) => totals.waiting), from: 980 },
  { head: 'By', card: 'text', soft: true, width: '132px', from: 860, cell: (one) => one.createdBy },
  {
    head: 'First chosen',
    soft: true,
    width: '116px',
    from: 740,
    cell: ({ createdAt }) => <Time inTable value={createdAt} />,
  },
];
