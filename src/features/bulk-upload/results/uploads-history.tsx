import type { BulkUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import type { UploadListQuery } from '#contract/bulk-upload/endpoints.ts';
import { bulkUploadsQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { useListPage } from '#src/api/records/list/list-page.ts';
import { exactTime } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { RecordList } from '#src/ui/table/record-list.tsx';
import { type Column, OnCard, Table } from '#src/ui/table/table.tsx';

import { nextStep, formatTotals, uploadStateName } from './upload-state.ts';

import s from './bulk-upload-results.module.css';

interface UploadsHistoryProps {
  search: UploadListQuery;
  onSearch: (search: UploadListQuery) => void;
}

/** Lists every upload of the partner: file, state, totals and what to do next, creator, time. */
export function UploadsHistory({ search, onSearch }: UploadsHistoryProps) {
  const page = useListPage(bulkUploadsQuery, search, onSearch);
  return (
    <Section title="Earlier uploads">
      <RecordList
        {...page}
        errorTitle="Couldn’t load earlier uploads"
        empty={
          <p className="soft">{search.page > 1 ? 'No more uploads.' : 'No file uploaded yet.'}</p>
        }
      >
        <div className={s.history}>
          <Table
            label="Earlier uploads"
            columns={columns}
            rows={page.list.rows}
            stale={page.list.isStale}
            loadingRows={5}
            getRowPath={({ id }) => paths.bulkUploadOne(id)}
          />
        </div>
      </RecordList>
    </Section>
  );
}

const columns: readonly Column<BulkUpload>[] = [
  {
    header: 'File',
    card: 'title',
    isVerbatim: true,
    width: '28%',
    cell: ({ fileName }) => fileName,
  },
  {
    header: 'Chosen',
    soft: true,
    width: '180px',
    minTableWidth: 740,
    // The exact time tells uploads of one file name apart.
    cell: ({ createdAt }) => (
      <time className={s.words} dateTime={createdAt}>
        {exactTime(createdAt)}
      </time>
    ),
  },
  {
    header: 'State',
    card: 'mark',
    width: '208px',
    cell: (upload) => {
      const { tone, label } = uploadStateName(upload);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    header: 'Rows',
    card: 'text',
    cell: (upload) => (
      <div className={s.words}>
        {formatTotals(upload)} {nextStep(upload)}
        <OnCard>
          {' '}
          {exactTime(upload.createdAt)}, {upload.createdBy}
        </OnCard>
      </div>
    ),
  },
  {
    header: 'By',
    isVerbatim: true,
    soft: true,
    width: '132px',
    minTableWidth: 740,
    cell: ({ createdBy }) => createdBy,
  },
];
