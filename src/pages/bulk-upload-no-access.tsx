import { paths } from '#src/lib/paths.ts';
import { NoAccess } from '#src/ui/layout/no-access.tsx';

/** Shown instead of bulk upload to everybody but partner admins. */
export function BulkUploadNoAccess() {
  return (
    <NoAccess
      page="Bulk upload"
      title="Only partner admins can upload files of leads"
      instead={['Go to the start page', paths.start()]}
    >
      Ask your partner admin to upload the file, or submit leads one by one.
    </NoAccess>
  );
}
