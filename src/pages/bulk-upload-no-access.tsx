import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** Shown instead of bulk upload to everybody but partner admins. */
export function BulkUploadNoAccess() {
  return (
    <>
      <PageHeader title="Bulk upload" />
      <ErrorState
        title="Only partner admins can upload files of leads"
        action={<LinkButton to={paths.start()}>Go to the start page</LinkButton>}
      >
        Ask your partner admin to upload the file, or submit leads one by one.
      </ErrorState>
    </>
  );
}
