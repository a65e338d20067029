import { hasSentRows, type StageAt, unsentRows } from '#src/bulk-upload/job/stage.ts';
import { exactTime } from '#src/lib/dates.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

/** Says when and by which user this file was checked or uploaded before, and what is restored. */
export function EarlierNotice({ stage }: { stage: StageAt<'checked'> }) {
  const { upload, summary, isResumed, isReadAgain } = stage;
  if (!isResumed && !isReadAgain) return null;
  const unsent = unsentRows(summary);
  const rows = unsent === 1 ? '1 row is not a lead yet' : `${count(unsent)} rows are not leads yet`;
  const isSent = hasSentRows(summary);
  const did = isSent || upload.state !== 'checking' ? 'Uploaded' : 'Checked';
  return (
    <Notice title={`${did} on ${exactTime(upload.createdAt)} by ${upload.createdBy}`}>
      {isSent && unsent === 0
        ? 'All rows that can be submitted have been submitted. No row will be submitted twice.'
        : `${rows}. ${restored(stage)} No row will be submitted twice.`}
      {summary.unknown > 0 && (
        <>
          {' '}
          The result of some rows is unknown:{' '}
          <Link to={paths.bulkUploadOne(upload.id)}>see what to check</Link>.
        </>
      )}
    </Notice>
  );
}

/** Returns sentences about the restored parts: the parse options, the edits, or both. */
function restored({ isResumed, isReadAgain }: StageAt<'checked'>): string {
  const options = 'The columns and encoding chosen then are restored.';
  if (!isResumed) return options;
  return `${isReadAgain ? `${options} ` : ''}Your earlier edits are restored.`;
}
