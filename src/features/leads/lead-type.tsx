import type { Lead } from '#contract/v1/lead-records.ts';
import { leadSource } from '#src/api/records/leads.ts';
import type { RecordType } from '#src/features/records/table/record-type.ts';
import { paths } from '#src/lib/paths.ts';
import { later } from '#src/ui/elements/later.tsx';
import { LinkButton } from '#src/ui/elements/link.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';

import { getClientName, leadColumns } from './lead-columns.tsx';
import { mayCreateLead, mayEditLead, mayReassignLead } from './leads.policy.ts';

/** Describes leads for their list. */
export const leadType: RecordType<Lead> = {
  source: leadSource,
  title: 'Leads',
  amountField: 'amountRequested',
  getName: getClientName,
  getColumns: leadColumns,
  loadFieldColumns: async () => (await import('./lead-value.tsx')).leadFieldColumns,
  FieldForm: later(
    async () => (await import('./lead-correction.tsx')).LeadFieldForm,
    () => <SkeletonLines lines={2} />,
  ),
  renderEmpty: (role) =>
    mayCreateLead(role) ? (
      <EmptyState
        title="No leads yet"
        action={
          <LinkButton variant="main" to={paths.newLead()}>
            New lead
          </LinkButton>
        }
      >
        The leads you submit appear here, with their status.
      </EmptyState>
    ) : (
      <EmptyState title="No leads yet">Leads of all partners appear here.</EmptyState>
    ),
  getChanges: (role) => [
    ...(mayReassignLead(role) ? (['reassign'] as const) : []),
    ...(mayEditLead(role) ? (['add-note'] as const) : []),
  ],
};
