import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { bulkUploadQuery, useRowResultsSearch } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { RowResults } from '#src/features/bulk-upload/results/row-results.tsx';
import { UploadDetails, UploadOutcome } from '#src/features/bulk-upload/results/upload-outcome.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { SkeletonLines } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { RecordLoadError } from './not-shown.tsx';
import { WithBulkUpload } from './with-bulk-upload.tsx';

/** `/bulk-upload/:id`: one upload, its totals, and the results of its rows. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <WithBulkUpload>
      <UploadPage id={id} />
    </WithBulkUpload>
  );
}

function UploadPage({ id }: { id: string }) {
  const query = useQuery(bulkUploadQuery(id));
  const { data: upload } = query;
  const loadError = useLoadError(query);
  const { search, onSearch } = useRowResultsSearch();
  if (upload === undefined && loadError?.hasFailed)
    return <RecordLoadError recordType="upload" loadError={loadError} />;
  return (
    <>
      <PageHeader
        title={upload?.fileName ?? 'Bulk upload'}
        actions={<LinkButton to={paths.bulkUpload()}>Upload a file</LinkButton>}
      />
      {upload === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <>
          <UploadDetails upload={upload} />
          <UploadOutcome upload={upload} />
          {upload.state !== 'checking' && (
            <RowResults uploadId={id} totals={upload.totals} {...{ search, onSearch }} />
          )}
        </>
      )}
    </>
  );
}
