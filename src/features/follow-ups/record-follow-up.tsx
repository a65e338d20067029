import type { RecordType } from '#contract/v1/record-types.ts';
import { useFollowUp } from '#src/api/follow-ups.ts';
import { relativeTime } from '#src/lib/dates.ts';
import { formatFollowUp } from '#src/lib/values/follow-up-days.ts';
import { useNow } from '#src/ui/elements/now.ts';

import { FollowUpMenu } from './follow-up-menu.tsx';

/** On the page of a record: whether it is handed back, and the day on which to follow it up. */
export function RecordFollowUp({ type, id }: { type: RecordType; id: string }) {
  const now = useNow();
  const { data } = useFollowUp(type, id);
  const { day = null, handedBackAt = null } = data ?? {};
  return (
    <>
      {handedBackAt !== null && `Handed back to the lender ${relativeTime(handedBackAt, now)} · `}
      <FollowUpMenu
        record={{ type, id, day }}
        name={`This ${type}`}
        label={day === null ? 'Follow up later' : formatFollowUp(day, now)}
        look="inline"
      />
    </>
  );
}
