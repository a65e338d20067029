import { leadTone, leadWait } from '#contract/portal/waiting-on.ts';
import { type Lead, listedLeadLabels } from '#contract/v1/lead-records.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { field, sharedColumns, WaitOnCard } from '#src/features/records/table/record-columns.tsx';
import type { ColumnsSettings } from '#src/features/records/table/record-type.ts';
import type { NamedColumn } from '#src/features/records/table/shown-columns.ts';
import { noValue } from '#src/lib/numbers.ts';

import { businessCurrency } from './business-currency.ts';

/** Returns all columns of the list, in their order. */
export function leadColumns(settings: ColumnsSettings): readonly NamedColumn<ReadRecord<Lead>>[] {
  const { role, chosen = [] } = settings;
  const isSupport = role === 'support';
  const shared = sharedColumns<Lead>(settings, {
    labels: listedLeadLabels,
    amountField: 'amountRequested',
    getAmount: ({ fields }) => ({
      value: fields.amountRequested,
      local: businessCurrency(fields),
    }),
    getTone: leadTone,
    getWait: ({ fields }) => leadWait(fields),
  });
  return [
    {
      name: 'client',
      header: 'Client',
      card: 'title',
      hasTwoLines: true,
      cell: field(getClientName),
      // Narrower tables have no room for a column of it.
      ...(!chosen.includes('company') && { below: field(({ fields }) => fields.companyName) }),
    },
    {
      name: 'company',
      header: 'Company',
      card: 'text',
      hasTwoLines: true,
      minTableWidth: 1500,
      cell: field(({ fields }) => {
        const wait = leadWait(fields);
        return (
          <>
            {wait?.on === 'partner' && <WaitOnCard {...{ wait, isSupport }} separator=" · " />}
            {fields.companyName || noValue}
          </>
        );
      }),
    },
    { ...shared.status, width: '170px' },
    // One line of "Waiting on Customer", two of "Customer requested email only".
    { ...shared.subStatus, width: '172px' },
    isSupport ? shared.waitingOn : { ...shared.waitingOn, minTableWidth: 980 },
    shared.amount,
    ...(isSupport ? [shared.broker] : []),
    {
      ...shared.brokerRep,
      width: '108px',
      // Only the admin sees leads of several contacts of one partner.
      ...(role === 'partner-admin'
        ? { card: 'owner', minTableWidth: 1140 }
        : { isExtra: isSupport, minTableWidth: 1340 }),
    },
    { ...shared.statusSinceDate, isExtra: true },
    shared.subStatusSinceDate,
    shared.updatedAt,
    shared.createdAt,
    { ...shared.lastActivityDate, minTableWidth: role === 'broker' ? 1240 : 1340 },
  ];
}

/** Returns what a client is called. */
export function getClientName({ fields }: Lead): string {
  return `${fields.firstName} ${fields.lastName}`.trim() || fields.companyName || 'No name';
}
