import { useQuery } from '@tanstack/react-query';

import { leadLabels } from '#contract/v1/lead-labels.ts';
import { leadFieldNames, type LeadFieldName } from '#contract/v1/leads.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { leadQuery } from '#src/api/records/leads.ts';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { FormPending, LoadErrorState } from '#src/ui/feedback/states.tsx';

import type { LeadEditResult } from './lead-save.ts';

interface LeadCorrectionProps {
  leadId: string;
  /** The fields to correct. */
  names: readonly LeadFieldName[];
  /** The edited part, in the name of the form. */
  title?: string;
  submitLabel?: string | undefined;
  onDone: (result: LeadEditResult) => void;
}

interface LeadFieldFormProps {
  id: string;
  /** Its name. */
  field: string;
  onDone: (news: string) => void;
}

/** The form of one field of a lead, for its place in a list. */
export function LeadFieldForm({ id, field, onDone }: LeadFieldFormProps) {
  const names = leadFieldNames.filter((name) => name === field);
  return (
    <LeadCorrection
      leadId={id}
      names={names}
      title={names.map((name) => leadLabels[name]).join()}
      submitLabel="Save"
      onDone={(result) => onDone(result === 'saved' ? 'Saved' : 'No changes')}
    />
  );
}

/** The form of some fields of a lead, to correct what the lender asks about. */
export function LeadCorrection(props: LeadCorrectionProps) {
  const { leadId, names, title = 'what the lender asks about', submitLabel, onDone } = props;
  const query = useQuery(leadQuery(leadId));
  const loadError = useLoadError(query);
  const { data } = query;
  if (!data)
    return loadError?.hasFailed ? (
      <LoadErrorState title="Couldn’t load the lead" loadError={loadError} />
    ) : (
      <FormPending lines={2} />
    );
  if (!data.lead.ok) return <p>This lead couldn’t be displayed. Contact support.</p>;
  const { etag } = data;
  return (
    <GroupsEditor
      groups={[{ title, names }]}
      lead={{ record: data.lead.record, etag }}
      submitLabel={submitLabel}
      onDone={(_, result) => onDone(result)}
    />
  );
}

/**
 * The form of some groups of a lead's fields. Loaded lazily, because it includes the form and the
 * phone data of all countries.
 */
export const GroupsEditor = lazyComponent(
  async () => (await import('./lead-editor.tsx')).LeadEditor,
  ({ groups }) => <FormPending lines={groups.flatMap(({ names }) => names).length} />,
);
