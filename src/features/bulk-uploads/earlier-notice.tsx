import { exactTime } from '#src/lib/dates.ts';
import { count } from '#src/lib/numbers.ts';
import { Notice } from '#src/ui/notice.tsx';

import { type StageAt, unsentRows } from './stage.ts';

/** This file was here before: when, by whom, and what is taken up of it. */
export function EarlierNotice({ stage }: { stage: StageAt<'checked'> }) {
  const { upload, summary, isTakenUp } = stage;
  if (!isTakenUp) return null;
  const unsent = unsentRows(summary);
  const rows = unsent === 1 ? '1 row is not a lead yet' : `${count(unsent)} rows are not leads yet`;
  return (
    <Notice title={`Uploaded on ${exactTime(upload.createdAt)} by ${upload.createdBy}`}>
      {summary.submitted > 0 && unsent === 0
        ? 'Every row of it that can be sent is a lead already. Nothing is sent twice.'
        : `${rows}. What was chosen and edited then is taken up, and no row is sent twice.`}
    </Notice>
  );
}
