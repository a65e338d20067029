import { validateText } from '#contract/v1/fields.ts';
import { leadFieldNames, leadFields, type LeadFieldName } from '#contract/v1/leads.ts';
import { useUpdateLead } from '#src/api/records/lead-changes.ts';
import { leadControls, type LeadFormValues } from '#src/forms/lead-paths.ts';
import { isChanged, toChanges } from '#src/forms/lead-values.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

import type { CreatedLead } from './use-lead-submission.ts';

/**
 * A created lead, and the form's values when the response arrived. The user may have typed more
 * since sending.
 */
export interface SubmittedLead extends CreatedLead {
  readonly typed: LeadFormValues;
}

/**
 * Lists fields that changed after the lead was sent and are not in the lead, and saves the changes
 * on request.
 */
export function LateChanges({ lead: { response, sent, typed } }: { lead: SubmittedLead }) {
  const update = useUpdateLead();
  const changed = leadFieldNames.filter((name) =>
    leadControls([name]).some((control) => isChanged(control, sent, typed)),
  );
  if (changed.length === 0) return null;
  if (update.isSuccess) return <Notice tone="success" title="Your changes are saved too." />;

  // A text that was still being typed may be invalid.
  const accepted = changed.filter((name) => isAccepted(name, typed));
  const rejected = changed.filter((name) => !accepted.includes(name));
  const handleSave = () =>
    update.mutate({ id: response.id, fields: toChanges(sent, typed, accepted) });
  return (
    <Notice
      tone="warning"
      title="Your lead was submitted as first entered."
      actions={
        accepted.length > 0 && (
          <Button pending={update.isPending} pendingText="Saving your changes" onClick={handleSave}>
            {' '}
            Save changes{' '}
          </Button>
        )
      }
    >
      {accepted.length > 0 && <p>{`Not saved yet: ${labels(accepted)}.`}</p>}
      {rejected.length > 0 && <p>{`Re-enter on the lead: ${labels(rejected)}.`}</p>}
      {update.error && <p role="alert">{update.error.message}</p>}
    </Notice>
  );
}

function isAccepted(name: LeadFieldName, values: LeadFormValues): boolean {
  return leadControls([name]).every(
    ({ field, textIn }) => validateText(field, textIn(values)).error === undefined,
  );
}

function labels(names: readonly LeadFieldName[]): string {
  return names.map((name) => leadFields[name].label).join(', ');
}
