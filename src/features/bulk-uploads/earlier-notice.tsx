import { Link } from 'react-router';

import { exactTime } from '#src/lib/dates.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Notice } from '#src/ui/notice.tsx';
import { type StageAt, unsentRows } from '#src/upload/stage.ts';

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
        ? 'Every row of it that can be sent was sent already. Nothing is sent twice.'
        : `${rows}. What was chosen and edited then is taken up, and no row is sent twice.`}
      {summary.unknown > 0 && (
        <>
          {' '}
          What became of some is not known:{' '}
          <Link to={paths.bulkUploadOne(upload.id)}>look at what to check</Link>.
        </>
      )}
    </Notice>
  );
}
