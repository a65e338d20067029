import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { useLoadError } from '#src/api/query-errors.ts';
import { bulkChangeQuery } from '#src/api/records/bulk-changes.ts';
import { ChangeView } from '#src/features/records/bulk-changes/change-view.tsx';
import { changeTitle } from '#src/features/records/bulk-changes/change-words.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/button.tsx';
import { SkeletonLines, StaleNotice } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { WithBulkChanges } from './bulk-changes.tsx';
import { RecordLoadError } from './not-shown.tsx';

/** `/leads/changes/:id`: one change to many leads, how far it is, and what became of each lead. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <WithBulkChanges>
      <ChangePage id={id} />
    </WithBulkChanges>
  );
}

function ChangePage({ id }: { id: string }) {
  const query = useQuery(bulkChangeQuery(id));
  const { data: change } = query;
  const loadError = useLoadError(query);
  if (change === undefined && loadError?.hasFailed)
    return <RecordLoadError recordType="bulk change" loadError={loadError} />;
  return (
    <>
      <PageHeader
        title={change ? changeTitle(change) : 'Bulk change'}
        actions={<LinkButton to={paths.bulkChanges()}>All bulk changes</LinkButton>}
      />
      {change === undefined ? <SkeletonLines lines={8} /> : <ChangeView change={change} />}
      {change && loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}
