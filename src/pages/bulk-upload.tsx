import { uploadFiles, useUploadsSearch } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { DownloadLink } from '#src/features/bulk-upload/results/upload-outcome.tsx';
import { UploadsHistory } from '#src/features/bulk-upload/results/uploads-history.tsx';
import { useCurrentUpload } from '#src/features/bulk-upload/steps/current-upload.ts';
import { UploadPanel } from '#src/features/bulk-upload/steps/upload-panel.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { WithBulkUpload } from './with-bulk-upload.tsx';

/** `/bulk-upload`: a file of leads from the drop to the result, and the history of uploads. */
export function Component() {
  return (
    <WithBulkUpload>
      <BulkUploadPage />
    </WithBulkUpload>
  );
}

function BulkUploadPage() {
  const { work, stage } = useCurrentUpload();
  const { search, onSearch } = useUploadsSearch();
  const isAtRest = stage.at === 'nothing' || stage.at === 'ended' || stage.at === 'broken';
  return (
    <>
      <PageHeader
        isVerbatim={!isAtRest && 'file' in stage}
        title={isAtRest || !('file' in stage) ? 'Bulk upload' : stage.file.name}
        actions={
          <>
            {(isAtRest || stage.at === 'file-issues') && <TemplateLinks />}
            {stage.at === 'checked' && (
              <Button onClick={() => work.leave()}>Choose another file</Button>
            )}
          </>
        }
      />
      <UploadPanel {...{ work, stage }} />
      {isAtRest && <UploadsHistory {...{ search, onSearch }} />}
    </>
  );
}

/**
 * Links to the template as CSV, and as a workbook in which a spreadsheet leaves every cell as
 * typed.
 */
function TemplateLinks() {
  return (
    <>
      <DownloadLink to={uploadFiles.template()}>Download template (CSV)</DownloadLink>
      <DownloadLink to={uploadFiles.templateWorkbook()}>
        Download Excel workbook template
      </DownloadLink>
    </>
  );
}
