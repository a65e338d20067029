import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';

import type { BulkUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import { rowResultListQuery } from '#contract/bulk-upload/endpoints.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { uploadFiles, useReconcileUnknownRows } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { useUpstreamName } from '#src/api/upstream-name.ts';
import { totalParts } from '#src/bulk-upload/job/upload-totals.ts';
import { otherRows, rows, writeLeads } from '#src/features/bulk-upload/review/row-counts.ts';
import { dateOnly } from '#src/lib/days.ts';
import { count, fileSize } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';
import { DetailLine } from '#src/ui/layout/section.tsx';
import { SummaryBar } from '#src/ui/layout/summary-bar.tsx';

import { uploadStateName } from './upload-state.ts';

import s from './bulk-upload-results.module.css';

interface UploadOutcomeProps {
  upload: BulkUpload;
  /**
   * Passed where an upload has just ended: shows a link to its rows, which are not shown below in
   * that case, and a button to upload the next file.
   */
  onAnother?: () => void;
  /** Called with the updated upload after its unknown rows were reconciled. */
  onUpload?: (upload: BulkUpload) => void;
}

/** Shows the result of an upload: its totals, what they mean, and the files to download. */
export function UploadOutcome({ upload, onAnother, onUpload }: UploadOutcomeProps) {
  const { id, totals, state } = upload;
  return (
    <div className={s.outcome}>
      <OutcomeNotice upload={upload} />
      {state !== 'checking' && <SummaryBar parts={totalParts(totals)} />}
      <div className="cluster">
        {onAnother && <LinkButton to={paths.bulkUploadOne(id)}>View row results</LinkButton>}
        {totals.read > totals.waiting && (
          <DownloadLink to={uploadFiles.results(id)}>Download results</DownloadLink>
        )}
        {totals.submitted > 0 && <LinkButton to={paths.leads()}>Go to leads</LinkButton>}
        {onAnother && <Button onClick={onAnother}>Upload another file</Button>}
      </div>
      <UnknownRows upload={upload} onUpload={(found) => onUpload?.(found)} />
      {totals.rejected > 0 && <RejectedRows upload={upload} />}
    </div>
  );
}

function OutcomeNotice({ upload }: { upload: BulkUpload }) {
  const { state, totals, fileName } = upload;
  const submitted = writeLeads(totals.submitted);
  const again = `Choose ${fileName} again to resume; no row is submitted twice.`;
  if (state === 'finished' && totals.unknown > 0)
    return (
      <Notice tone="warning" title={`${submitted} submitted, ${count(totals.unknown)} unknown`}>
        {otherRows(totals)} See below what to check.
      </Notice>
    );
  if (state === 'finished')
    return (
      <Notice
        tone={totals.submitted > 0 ? 'success' : 'warning'}
        title={totals.submitted > 0 ? `${submitted} submitted` : 'No leads created'}
      >
        {otherRows(totals) || undefined}
      </Notice>
    );
  if (state === 'stopped')
    return (
      <Notice tone="warning" title={`Stopped after ${submitted}`}>
        Rows that were not submitted count as left out. {again}
      </Notice>
    );
  if (state === 'checking')
    return (
      <Notice title="Checked, not submitted">
        No row of this file was submitted. Choose {fileName} again to submit it; fixes and edits are
        saved.
      </Notice>
    );
  return (
    <Notice tone="warning" title={state === 'paused' ? 'Paused' : 'Not finished'}>
      {rows(totals.waiting)} pending. {again}
    </Notice>
  );
}

/** Links to the rejected rows, to fix and upload again, and to the reasons. */
function RejectedRows({ upload: { id, totals, storedUntil } }: { upload: BulkUpload }) {
  return (
    <div className={`${s.part} stack-small`}>
      <h2>{rows(totals.rejected)} rejected</h2>
      <p className="soft">
        {storedUntil === null
          ? 'We no longer have these rows: fix them in the file that was uploaded.'
          : `Fix them in the file below, which is in the template’s exact format, and upload it. We keep these rows until ${dateOnly(storedUntil)}.`}
      </p>
      <div className="cluster">
        {storedUntil !== null && (
          <>
            <DownloadLink to={uploadFiles.rejectedRows(id)}>Rejected rows (CSV)</DownloadLink>
            <DownloadLink to={uploadFiles.rejectedRowsWorkbook(id)}>
              Rejected rows (Excel)
            </DownloadLink>
          </>
        )}
        <DownloadLink to={uploadFiles.rejectionReasons(id)}>Reasons (CSV)</DownloadLink>
      </div>
    </div>
  );
}

/** The search for an upload's unknown rows. */
const unknownRows = toSearchParams(rowResultListQuery, { outcome: 'unknown' });

interface UnknownRowsProps {
  upload: BulkUpload;
  /** Called with the upload after its rows were reconciled. */
  onUpload: (upload: BulkUpload) => void;
}

/** Shows the rows whose response was lost: what to check, and a button to reconcile them again. */
export function UnknownRows({ upload: { id, totals }, onUpload }: UnknownRowsProps) {
  const { mutate, data, error, variables, isPending } = useReconcileUnknownRows(id);
  const upstreamName = useUpstreamName();
  const { unknown } = totals;
  if (unknown === 0 && data === undefined) return null;
  return (
    <div className={`${s.part} stack-small`}>
      {unknown > 0 && (
        <>
          <h2>{`${rows(unknown)} ${unknown === 1 ? 'is' : 'are'} unknown: please check`}</h2>
          <p className="soft">
            Each was sent to {upstreamName}, but not confirmed. It is not sent again, so no lead is
            submitted twice. Look for its reference there: if it is missing, submit it as a new
            lead.
          </p>
          <div className="cluster">
            <Button
              pending={isPending}
              onClick={() => mutate(unknown, { onSuccess: ({ upload }) => onUpload(upload) })}
            >
              Check again
            </Button>
            <LinkButton to={paths.bulkUploadOne(id, unknownRows)}>
              References and submission times
            </LinkButton>
          </div>
        </>
      )}
      {data !== undefined && !isPending && (
        <Reconciliation
          before={variables ?? 0}
          after={data.upload.totals.unknown}
          isComplete={data.isComplete}
        />
      )}
      <Failure title="Couldn’t search for the rows" error={error} />
    </div>
  );
}

interface ReconciliationProps {
  before: number;
  after: number;
  /** Whether every lead that could be one of the rows was searched. */
  isComplete: boolean;
}

/** Shows the result of reconciling the rows. */
function Reconciliation({ before, after, isComplete }: ReconciliationProps) {
  const found = before - after;
  const title =
    found === 0 ? 'None of them was found' : `${count(found)} of ${count(before)} found`;
  const unconfirmed = isComplete
    ? 'The unknown rows are not among the leads created there since they were sent.'
    : 'Not all leads there could be searched, so the unknown rows may be among them.';
  return (
    <Notice tone={after === 0 ? 'success' : 'info'} title={title}>
      {after === 0 ? 'All rows confirmed.' : unconfirmed}
    </Notice>
  );
}

/** Shows the key facts of an upload: its state, size, creator and times. */
export function UploadDetails({ upload }: { upload: BulkUpload }) {
  const { size, createdBy, createdAt, lastSentAt, endedAt } = upload;
  const { tone, label } = uploadStateName(upload);
  return (
    <DetailLine
      details={[
        <Badge key="state" tone={tone}>
          {label}
        </Badge>,
        fileSize(size),
        <span key="created">
          Uploaded by {createdBy}, {endedAt === null ? '' : 'finished '}
          <Time value={endedAt ?? lastSentAt ?? createdAt} />
        </span>,
      ]}
    />
  );
}

/** A link that downloads a file from the service. */
export function DownloadLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LinkButton to={to} download>
      <Download aria-hidden />
      {children}
    </LinkButton>
  );
}
