import { useQuery } from '@tanstack/react-query';

import type { RecordsExport } from '#contract/portal/exports.ts';
import { exportsQuery } from '#src/api/records/exports.ts';
import { count } from '#src/lib/numbers.ts';
import { Time } from '#src/ui/elements/time.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { type Column, Table } from '#src/ui/table/table.tsx';

/** Lists who exported which records lately, as far as the user may know. */
export function ExportsSection() {
  const { data, ...exports } = useQuery(exportsQuery);
  return (
    <Section id="exports" title="Exports">
      {exports.isPending && <SkeletonLines lines={1} />}
      {exports.isError && data === undefined && (
        <ErrorState
          title="Couldn’t load exports"
          onRetry={() => void exports.refetch()}
          retrying={exports.isFetching}
        >
          {exports.error.message}
        </ErrorState>
      )}
      {data?.length === 0 && <p className="soft">No exports yet. Use Export on a list.</p>}
      {data && data.length > 0 && <Table label="Exports" columns={columns} rows={data} />}
    </Section>
  );
}

const columns: readonly Column<RecordsExport>[] = [
  { header: 'Who', card: 'title', cell: ({ createdBy }) => createdBy },
  {
    header: 'What',
    card: 'text',
    cell: ({ list, isFiltered }) =>
      `${list === 'leads' ? 'Leads' : 'Deals'}${isFiltered ? ', filtered' : ''}`,
  },
  {
    header: 'Rows',
    card: 'figure',
    num: true,
    width: '172px',
    cell: ({ sent, endedAt }) => (endedAt === null && sent === 0 ? 'Not downloaded' : count(sent)),
  },
  {
    header: 'When',
    card: 'mark',
    width: '148px',
    cell: ({ createdAt }) => <Time inTable value={createdAt} />,
  },
];
