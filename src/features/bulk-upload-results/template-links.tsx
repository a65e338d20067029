import { uploadFiles } from '#src/api/bulk-uploads.ts';

import { DownloadLink } from './download-link.tsx';

/** The template to fill in, as CSV and as a workbook in which a spreadsheet leaves every cell as it is typed. */
export function TemplateLinks() {
  return (
    <>
      <DownloadLink to={uploadFiles.template()}>Download template</DownloadLink>
      <DownloadLink to={uploadFiles.templateWorkbook()}>Download Excel template</DownloadLink>
    </>
  );
}
