import { leadFieldNames, leadFields } from '#contract/v1/leads.ts';
import { useUpdateLead } from '#src/api/leads.ts';
import { toChanges } from '#src/forms/lead-values.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';

import type { SubmittedLead } from './use-lead-submission.ts';

/** Where the lead was created from an earlier try than what was typed last: says so, and carries the changes over. */
export function LateChanges({ lead: { answer, sent, typed } }: { lead: SubmittedLead }) {
  const update = useUpdateLead();
  const fields = toChanges(sent, typed);
  const changed = leadFieldNames.filter((name) => name in fields);
  if (changed.length === 0) return null;
  if (update.isSuccess) return <Notice tone="good" title="Your changes are saved too." />;

  const labels = changed.map((name) => leadFields[name].label).join(', ');
  return (
    <Notice
      tone="wait"
      title="Your lead was submitted as you first wrote it."
      actions={
        <Button
          pending={update.isPending}
          pendingText="Saving your changes"
          onClick={() => update.mutate({ id: answer.id, fields })}
        >
          Save the changes
        </Button>
      }
    >
      <p>{`What you changed since is not in it yet: ${labels}.`}</p>
      {update.error && <p role="alert">{update.error.message}</p>}
    </Notice>
  );
}
