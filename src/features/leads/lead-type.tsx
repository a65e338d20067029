import { businessCurrency } from '#contract/business-currency.ts';
import type { MarkedLead } from '#contract/portal/lead-list.ts';
import { leadTone, leadWait } from '#contract/portal/waiting-on.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { leadSource } from '#src/api/records/leads.ts';
import { field, sharedColumns } from '#src/features/records/table/record-columns.tsx';
import type {
  RecordDescription,
  ColumnsSettings,
} from '#src/features/records/table/record-description.ts';
import type { NamedColumn } from '#src/features/records/table/shown-columns.ts';
import { noValue } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { EmptyState, FormPending } from '#src/ui/feedback/states.tsx';

import { mayCreateLead, mayEditLead, mayReassignLead } from './leads.policy.ts';

/** Returns all columns of the list, in their order. */
export function leadColumns(
  settings: ColumnsSettings,
): readonly NamedColumn<ReadRecord<MarkedLead>>[] {
  const { role, chosen = [] } = settings;
  const shared = sharedColumns<MarkedLead>(settings, {
    amountField: 'amountRequested',
    getAmount: ({ fields }) => ({ value: fields.amountRequested, local: businessCurrency(fields) }),
    getTone: leadTone,
    getWait: ({ fields }) => leadWait(fields),
  });
  return [
    {
      name: 'client',
      header: 'Client',
      card: 'title',
      isVerbatim: true,
      cell: field(getClientName),
      ...(!chosen.includes('company') && { below: field(({ fields }) => fields.companyName) }),
    },
    {
      name: 'company',
      header: 'Company',
      isExtra: true,
      isVerbatim: true,
      cell: field(({ fields }) => fields.companyName || noValue),
    },
    { ...shared.status, width: '190px' },
    shared.waitingOn,
    { ...shared.amount, ...(mayEditLead(role) && { edits: 'amountRequested' }) },
    ...(role === 'support' ? [shared.broker] : []),
    { ...shared.brokerRep, ...(mayReassignLead(role) && { edits: 'brokerRepId' }) },
    ...shared.times,
  ];
}

/** Returns what a client is called. */
export function getClientName({ fields }: Lead): string {
  return `${fields.firstName} ${fields.lastName}`.trim() || fields.companyName || 'No name';
}

/** Describes leads for their list. */
export const leadType: RecordDescription<MarkedLead> = {
  source: leadSource,
  title: 'Leads',
  amountField: 'amountRequested',
  getName: getClientName,
  getColumns: leadColumns,
  loadFieldColumns: async () => (await import('./lead-value.tsx')).leadFieldColumns,
  FieldForm: lazyComponent(
    async () => (await import('./lead-correction.tsx')).LeadFieldForm,
    () => <FormPending lines={2} />,
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
