import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { Selection } from '#contract/portal/bulk-changes.ts';
import type { RecordsExport } from '#contract/portal/exports.ts';
import { exportFilePath, exportQuery, newExportQuery } from '#src/api/records/exports.ts';
import { count } from '#src/lib/numbers.ts';
import { randomKey } from '#src/lib/random.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveControl } from '#src/ui/elements/focus-heading.ts';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';

interface ExportDialogProps {
  list: RecordsExport['list'];
  /** What is selected; or the parameters of the list, of which all that it shows. */
  what: { readonly selection: Selection } | { readonly query: string };
  onClose: () => void;
}

/**
 * Says how many records a file will have, starts its download, and shows how far it is. The browser
 * downloads the file itself, so that its size does not matter.
 */
export function ExportDialog({ list, what, onClose }: ExportDialogProps) {
  const [isStarted, setStarted] = useState(false);
  const [key] = useState(randomKey);
  const prepared = useQuery(newExportQuery(list, what, key));
  const { data } = prepared;

  function handleDownload(id: string, button: Element): void {
    const link = document.createElement('a');
    link.href = exportFilePath(id);
    link.download = '';
    link.click();
    leaveControl(button);
    setStarted(true);
  }

  return (
    <Dialog
      title={`Export ${list}`}
      onClose={onClose}
      actions={
        <>
          {data && !isStarted && data.total !== 0 && (
            <Button
              variant="main"
              onClick={({ currentTarget }) => handleDownload(data.id, currentTarget)}
            >
              Download {countRows(data)}
            </Button>
          )}
          <Button onClick={onClose}>{isStarted || data?.total === 0 ? 'Close' : 'Cancel'}</Button>
        </>
      }
    >
      {!isStarted && !prepared.isError && (
        <div aria-live="polite">
          {data ? <p>{describeFile(data, 'selection' in what)}</p> : <SkeletonLines lines={2} />}
        </div>
      )}
      {prepared.isError && (
        <Notice
          tone="danger"
          title="Couldn’t prepare the export"
          actions={
            <Button size="small" onClick={() => void prepared.refetch()}>
              Try again
            </Button>
          }
        >
          {prepared.error.message}
        </Notice>
      )}
      {data && isStarted && <DownloadProgress started={data} />}
    </Dialog>
  );
}

/** Shows how many rows of a file have been sent. */
function DownloadProgress({ started }: { started: RecordsExport }) {
  const { data = started } = useQuery(exportQuery(started.id));
  const { sent, total, endedAt } = data;
  const words = endedAt === null ? '' : `Exported: ${countRows({ ...data, total: sent })}.`;
  useEffect(() => {
    if (words !== '') announce(words);
  }, [words]);
  if (words !== '')
    return (
      <Notice tone="success" title={words}>
        The file is where your browser saves downloads.
      </Notice>
    );
  if (sent === 0) return <Progress label="Starting the download…" />;
  const rows = total === null ? `${count(sent)} rows` : `${count(sent)} of ${count(total)} rows`;
  return <Progress label="Downloading" value={sent} max={Math.max(1, total ?? sent)} text={rows} />;
}

function describeFile({ list, total, isFiltered }: RecordsExport, isSelected: boolean): string {
  if (total === 0) return 'The list is empty: there is nothing to export.';
  const which = isSelected
    ? `The selected ${list} as CSV.`
    : isFiltered
      ? `All ${list} that the list shows with its search and filters, on all pages, as CSV.`
      : `All ${list}, on all pages of the list, as CSV.`;
  const columns =
    'The columns are those of bulk upload, so that the file can be uploaded again, then status, owner and dates. ';
  const order = 'The newest is first, whatever the order of the list. ';
  return `${which} ${order}${list === 'leads' ? columns : ''}Times in the file are in UTC.`;
}

/** Returns "1,234 leads"; "all leads" where the number is not known. */
function countRows({ list, total }: Pick<RecordsExport, 'list' | 'total'>): string {
  if (total === null) return `all ${list}`;
  return total === 1 ? `1 ${list.slice(0, -1)}` : `${count(total)} ${list}`;
}
