import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { useBulkChange } from '#src/api/records/bulk-changes.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveWhenRemoved } from '#src/ui/elements/focus-heading.ts';
import { Time } from '#src/ui/elements/time.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';
import { DetailLine } from '#src/ui/layout/section.tsx';

import { ChangeStatus } from './change-status.tsx';
import { applyWords, countLeads, expectedWords } from './change-words.ts';
import { ChangedLeads } from './changed-leads.tsx';

import s from './bulk-changes.module.css';

/** One bulk change: what it is, how far it is or what has become of it, and its leads. */
export function ChangeView({ change }: { change: BulkChange }) {
  return (
    <>
      <div className={s.summary}>
        <DetailLine
          details={[
            `${countLeads(change.total)} selected`,
            change.createdBy,
            <Time key="time" value={change.createdAt} />,
          ]}
        />
        {change.change.kind === 'add-note' && change.change.note !== '' && (
          <blockquote className={s.note}>{change.change.note}</blockquote>
        )}
        {change.state === 'prepared' ? (
          <PreparedNotice change={change} />
        ) : (
          <ChangeStatus change={change} />
        )}
      </div>
      <ChangedLeads change={change} />
    </>
  );
}

/** A change that was prepared and not applied, as after a reload. */
function PreparedNotice({ change }: { change: BulkChange }) {
  const { apply } = useBulkChange();
  return (
    <>
      <Failure title="Couldn’t start the change" error={apply.error} />
      <Notice
        title="Not applied yet"
        actions={
          change.outcomes.pending > 0 && (
            <Button
              size="small"
              variant="main"
              pending={apply.isPending}
              ref={leaveWhenRemoved}
              onClick={() => apply.mutate(change.id)}
            >
              {applyWords(change)}
            </Button>
          )
        }
      >
        {expectedWords(change).join(' ')}
      </Notice>
    </>
  );
}
