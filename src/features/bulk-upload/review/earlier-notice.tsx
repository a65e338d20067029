import { Link } from 'react-router';

import { type StageAt, unsentRows } from '#src/bulk-upload/job/stage.ts';
import { exactTime } from '#src/lib/dates.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';

/** Says that this file was uploaded before: when, by whom, and what is resumed. */
export function EarlierNotice({ stage }: { stage: StageAt<'checked'> }) {
  const { upload, summary, isResumed } = stage;
  if (!isResumed) return null;
  const unsent = unsentRows(summary);
  const rows = unsent === 1 ? '1 row is not a lead yet' : `${count(unsent)} rows are not leads yet`;
  const isAllSent = summary.submitted + summary.unknown > 0 && unsent === 0;
  return (
    <Notice title={`Uploaded on ${exactTime(upload.createdAt)} by ${upload.createdBy}`}>
      {isAllSent
        ? 'All rows that can be submitted have been submitted. No row will be submitted twice.'
        : `${rows}. Your earlier edits are restored. No row will be submitted twice.`}
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
