import type { BulkUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import { rowResultListQuery } from '#contract/bulk-upload/endpoints.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { useReconcileUnknownRows } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { useUpstreamName } from '#src/api/session.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { LinkButton } from '#src/ui/elements/link.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';

import s from './bulk-upload-results.module.css';

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
  const rows = unknown === 1 ? '1 row is unknown' : `${count(unknown)} rows are unknown`;
  if (unknown === 0 && data === undefined) return null;
  return (
    <div className={s.part}>
      {unknown > 0 && (
        <>
          <h2>{rows}: please check</h2>
          <p className="soft">
            Each was sent to {upstreamName}, but not confirmed. It is not sent again, so no lead is
            submitted twice. Look for its reference there: if it is missing, submit it as a new
            lead.
          </p>
          <div className="row">
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
