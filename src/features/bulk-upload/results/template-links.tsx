import { uploadFiles } from '#src/api/bulk-uploads.ts';

import { DownloadLink } from './download-link.tsx';

/**
 * Links to the template as CSV, and as a workbook in which a spreadsheet leaves every cell as
 * typed.
 */
export function TemplateLinks() {
  return (
    <>
      <DownloadLink to={uploadFiles.template()}>Download template</DownloadLink>
      <DownloadLink to={uploadFiles.templateWorkbook()}>Download Excel template</DownloadLink>
    </>
  );
}
