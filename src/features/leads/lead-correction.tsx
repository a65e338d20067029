import { useQuery } from '@tanstack/react-query';

import type { LeadFieldName } from '#contract/v1/leads.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { leadQuery } from '#src/api/records/leads.ts';
import { LoadErrorState } from '#src/ui/feedback/load-error-state.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';

import { GroupsEditor } from './groups-editor.tsx';
import type { LeadEditResult } from './lead-save.ts';

interface LeadCorrectionProps {
  leadId: string;
  /** The fields to correct. */
  names: readonly LeadFieldName[];
  submitLabel?: string | undefined;
  onDone: (result: LeadEditResult) => void;
}

/** The form of some fields of a lead, to correct what the lender asks about. */
export function LeadCorrection({ leadId, names, submitLabel, onDone }: LeadCorrectionProps) {
  const query = useQuery(leadQuery(leadId));
  const loadError = useLoadError(query);
  const { data } = query;
  if (!data)
    return loadError?.hasFailed ? (
      <LoadErrorState title="Couldn’t load the lead" loadError={loadError} />
    ) : (
      <SkeletonLines lines={2} />
    );
  if (!data.lead.ok) return <p>This lead couldn’t be displayed. Contact support.</p>;
  const { etag } = data;
  return (
    <GroupsEditor
      groups={[{ title: 'what the lender asks about', names }]}
      lead={{ record: data.lead.record, etag }}
      submitLabel={submitLabel}
      onDone={(_, result) => onDone(result)}
    />
  );
}
