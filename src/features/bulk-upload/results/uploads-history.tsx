import type { BulkUpload, UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import type { UploadListQuery } from '#contract/bulk-upload/endpoints.ts';
import { bulkUploadsQuery } from '#src/api/bulk-uploads.ts';
import { useListPage } from '#src/api/list-page.ts';
import { count, noValue } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { RecordList } from '#src/ui/table/record-list.tsx';
import { type Column, OnCard, Table } from '#src/ui/table/table.tsx';

import { uploadStateNames } from './upload-state.ts';

import s from './bulk-upload-results.module.css';

interface UploadsHistoryProps {
  search: UploadListQuery;
  onSearch: (search: UploadListQuery) => void;
}

/** Lists every upload of the partner: file, creator, times, state and totals. */
export function UploadsHistory({ search, onSearch }: UploadsHistoryProps) {
  const page = useListPage(bulkUploadsQuery, search, onSearch);
  return (
    <Section title="Earlier uploads">
      <RecordList
        {...page}
        errorTitle="Couldn’t load earlier uploads"
        empty={<p className="soft">{emptyText(search)}</p>}
      >
        {(rows) => (
          <div className={s.history}>
            <Table
              label="Earlier uploads"
              columns={rows?.some(hasUnknown) ? columnsWithUnknown : columns}
              rows={rows}
              stale={page.list.isStale}
              loadingRows={5}
              rowTo={({ id }) => paths.bulkUploadOne(id)}
            />
          </div>
        )}
      </RecordList>
    </Section>
  );
}

function emptyText({ page }: UploadListQuery): string {
  return page > 1 ? 'No more uploads.' : 'No file uploaded yet.';
}

/** The totals are known to the service once the first rows are submitted. */
const hasFigures = ({ state }: BulkUpload) => state !== 'checking';

const figure = (
  header: string,
  of: (totals: UploadTotals) => number,
  minTableWidth?: 980,
): Column<BulkUpload> => ({
  header,
  num: true,
  width: '92px',
  ...(minTableWidth && { minTableWidth }),
  cell: (upload) => (hasFigures(upload) ? count(of(upload.totals)) : noValue),
});

const columns: readonly Column<BulkUpload>[] = [
  { header: 'File', card: 'title', cell: ({ fileName }) => fileName },
  {
    header: 'State',
    card: 'mark',
    width: '152px',
    cell: ({ state }) => {
      const { tone, label } = uploadStateNames[state];
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  figure('Read', ({ read }) => read),
  figure('Submitted', ({ submitted }) => submitted),
  figure('Rejected', ({ rejected }) => rejected),
  figure('Left out', ({ leftOut }) => leftOut, 980),
  figure('Blank', ({ blank }) => blank, 980),
  figure('Waiting', ({ waiting }) => waiting, 980),
  {
    header: 'By',
    card: 'text',
    soft: true,
    width: '132px',
    minTableWidth: 860,
    cell: (upload) => (
      <>
        {hasFigures(upload) && <OnCard>{submittedText(upload.totals)} · </OnCard>}
        {upload.createdBy}
      </>
    ),
  },
  {
    header: 'First chosen',
    card: 'figure',
    soft: true,
    width: '116px',
    minTableWidth: 740,
    cell: ({ createdAt }) => <Time inTable value={createdAt} />,
  },
];

const hasUnknown = ({ totals }: BulkUpload) => totals.unknown > 0;
/**
 * Adds the Unknown column, and narrows the columns with short headers to leave room for the file
 * name.
 */
const columnsWithUnknown = columns
  .toSpliced(
    columns.findIndex(({ header }) => header === 'Waiting'),
    0,
    figure('Unknown', ({ unknown }) => unknown),
  )
  .map((column) =>
    column.num && column.header.length < 9 ? { ...column, width: '80px' } : column,
  );

/** Returns the totals as text for a card, which has no room for the columns. */
function submittedText({ submitted, read, unknown }: UploadTotals): string {
  const text = `${count(submitted)} of ${count(read)} submitted`;
  return unknown > 0 ? `${text}, ${count(unknown)} unknown` : text;
}
