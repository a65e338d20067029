import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useUpdateLead } from '#src/api/records/lead-changes.ts';
import { leadQuery } from '#src/api/records/leads.ts';
import { hasCode, ServiceError } from '#src/api/service-error.ts';
import { toFormValues, type LeadFormValues } from '#src/forms/lead-values.ts';

import { LeadEditForm } from './lead-edit-form.tsx';
import type { EditableGroup } from './lead-groups.ts';
import * as saving from './lead-save.ts';

export interface LeadEditorProps {
  /** The groups of fields to edit, at least one. */
  groups: readonly EditableGroup[];
  lead: saving.LeadVersion;
  /** Default: "Save changes". */
  submitLabel?: string | undefined;
  /** Called with a message about the result. */
  onDone: (news: string, result: saving.LeadEditResult) => void;
}

/**
 * Edits some fields of a lead. Sends only the changes, and only against the version that was read.
 */
export function LeadEditor({ groups, lead, submitLabel, onDone }: LeadEditorProps) {
  const names = groups.flatMap((group) => group.names);
  const [edit, setEdit] = useState<saving.Edit>(() => ({
    round: 0,
    base: { values: toFormValues(lead.record.fields), etag: lead.etag },
  }));
  const calls = useSaveCalls(lead.record.id);

  async function handleSubmit(yours: LeadFormValues): Promise<void> {
    const outcome = await saving.saveChanges(names, edit.base, yours, calls);
    if (outcome.kind === 'unchanged') return onDone('No changes', 'unchanged');
    if (outcome.kind === 'saved')
      return onDone(
        outcome.isMerged ? 'Saved. Someone else’s change was kept too.' : 'Saved',
        'saved',
      );
    const { theirs } = outcome;
    setEdit({
      round: edit.round + 1,
      base: { values: toFormValues(theirs.record.fields), etag: theirs.etag },
      conflict: { ...outcome, before: edit.base.values, yours },
    });
  }

  return (
    <LeadEditForm
      key={edit.round}
      groups={groups}
      edit={edit}
      onSubmit={handleSubmit}
      submitLabel={submitLabel}
      onCancel={() => onDone('No changes', 'cancelled')}
    />
  );
}

/** Returns the calls that saving a lead makes. */
export function useSaveCalls(id: string): saving.SaveCalls {
  const queryClient = useQueryClient();
  const { mutateAsync } = useUpdateLead();
  return {
    send: (fields, ifMatch) => mutateAsync({ id, fields, ifMatch }),
    async read() {
      const { lead, ...version } = await queryClient.fetchQuery({ ...leadQuery(id), staleTime: 0 });
      if (!lead.ok)
        throw new ServiceError(
          412,
          'version-conflict',
          'Someone else changed this lead, and it can’t be read right now.',
        );
      return { record: lead.record, ...version };
    },
    isStale: (error) => hasCode(error, 'version-conflict'),
  };
}
