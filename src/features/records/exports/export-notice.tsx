import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';

import type { Selection } from '#contract/portal/bulk-changes.ts';
import type { RecordsExport } from '#contract/portal/exports.ts';
import { exportFilePath, exportQuery, newExportQuery } from '#src/api/records/exports.ts';
import { count, quantity } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveControl } from '#src/ui/elements/focus-heading.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';

/** An export that was asked for. */
export interface StartedExport {
  /** The selection; or the parameters of the list, for all that it shows. */
  readonly what: { readonly selection: Selection } | { readonly query: string };
  /** Its idempotency key: however often it is sent, it is one export. */
  readonly key: string;
}

interface ExportNoticeProps {
  list: RecordsExport['list'];
  started: StartedExport;
  onClose: () => void;
}

/**
 * Downloads an export and shows its progress, then the result. The browser downloads the file
 * itself, so that its size does not matter.
 */
export function ExportNotice({ list, started: { what, key }, onClose }: ExportNoticeProps) {
  const { data, error, refetch } = useQuery(newExportQuery(list, what, key));
  const close = (
    <TextButton
      onClick={({ currentTarget }) => {
        leaveControl(currentTarget);
        onClose();
      }}
    >
      Dismiss
    </TextButton>
  );
  if (error)
    return (
      <Notice
        tone="danger"
        title="Couldn’t prepare the export"
        actions={
          <>
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
            {close}
          </>
        }
      >
        {error.message}
      </Notice>
    );
  if (data?.total === 0) return <Notice title="There is nothing to export." actions={close} />;
  if (data) return <Download prepared={data} isSelected={'selection' in what} close={close} />;
  return <Progress label="Preparing the export" />;
}

interface DownloadProps {
  prepared: RecordsExport;
  /** Whether it exports the selection; otherwise the whole list. */
  isSelected: boolean;
  /** The button that closes the notice. */
  close: ReactNode;
}

/** Downloads a file, and says how many of its rows have been sent, then that it is saved. */
function Download({ prepared, isSelected, close }: DownloadProps) {
  const { id } = prepared;
  const downloaded = useRef(false);
  useEffect(() => {
    if (downloaded.current) return;
    downloaded.current = true;
    const link = document.createElement('a');
    link.href = exportFilePath(id);
    link.download = '';
    link.click();
  }, [id]);
  const { data: file = prepared } = useQuery(exportQuery(id));
  const { list, sent, endedAt, createdAt } = file;
  const rows = quantity(sent, 'row');
  const message = endedAt === null ? '' : `Saved ${list} ${createdAt.slice(0, 10)}.csv, ${rows}`;
  useEffect(() => {
    if (message !== '') announce(message);
  }, [message]);
  if (message === '') return <Progress label="Downloading" {...toProgress(file)} />;
  return (
    <Notice tone="success" title={message} actions={close}>
      {describeFile(file, isSelected)}
    </Notice>
  );
}

function toProgress({ sent, total }: RecordsExport) {
  if (sent === 0) return {};
  const text = total === null ? `${count(sent)} rows` : `${count(sent)} of ${count(total)} rows`;
  return { value: sent, max: Math.max(1, total ?? sent), text };
}

/** Returns "All 18 leads in this list, as CSV." */
function describeFile({ list, sent }: RecordsExport, isSelected: boolean): string {
  const records = sent === 1 ? `1 ${list.slice(0, -1)}` : `${count(sent)} ${list}`;
  if (isSelected) return `The ${records} that you selected, as CSV.`;
  return sent === 1
    ? `The only ${list.slice(0, -1)} in this list, as CSV.`
    : `All ${records} in this list, as CSV.`;
}
