import { useQuery } from '@tanstack/react-query';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { bulkChangesQuery } from '#src/api/account/bulk-changes.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { LoadErrorState } from '#src/ui/feedback/load-error-state.tsx';
import { StaleNotice } from '#src/ui/feedback/stale-notice.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';
import { type Column, Table } from '#src/ui/table/table.tsx';

import { changeTitle, changeWords, leads } from './change-words.ts';

/** Lists the user's latest bulk changes, each a link to its page. */
export function ChangesList() {
  const query = useQuery(bulkChangesQuery);
  const loadError = useLoadError(query);
  const { data } = query;
  if (!data && loadError?.hasFailed)
    return <LoadErrorState title="Couldn’t load your bulk changes" loadError={loadError} />;
  if (data?.length === 0)
    return (
      <EmptyState
        title="No bulk changes"
        action={<LinkButton to={paths.leads()}>Go to leads</LinkButton>}
      >
        Select leads in the list to change many of them at once.
      </EmptyState>
    );
  return (
    <>
      <Table
        label="Bulk changes"
        columns={columns}
        rows={data}
        loadingRows={5}
        rowTo={({ id }) => paths.bulkChange(id)}
      />
      {data && loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}

const columns: readonly Column<BulkChange>[] = [
  { header: 'Change', card: 'title', width: '32%', cell: changeTitle },
  { header: 'Result', card: 'text', cell: changeWords },
  {
    header: 'Selected',
    card: 'figure',
    num: true,
    width: '140px',
    cell: ({ total }) => leads(total),
  },
  {
    header: 'When',
    card: 'mark',
    soft: true,
    width: '148px',
    cell: ({ createdAt }) => <Time inTable value={createdAt} />,
  },
];
