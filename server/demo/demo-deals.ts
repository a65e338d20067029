import { type DealStatus, dealStatuses, dealSubStatuses, loanTypes } from '#contract/v1/values.ts';

import { type Client, makeClient } from './demo-clients.ts';
import type { DemoLead } from './demo-leads.ts';
import type { Random } from './random.ts';

/** A demo deal: its fields, its status and its age. */
export interface DemoDeal {
  readonly id: string;
  /** The index of the partner’s contact who owns the deal. */
  readonly owner: number;
  readonly name: string;
  readonly amount: number | null;
  readonly status: DealStatus;
  readonly subStatus: string;
  readonly operatorFields: Record<string, unknown>;
  readonly callsMade: number;
  /** Minutes before the seeding. */
  readonly age: number;
}

const everyStatus = dealStatuses.flatMap((status) =>
  dealSubStatuses[status].map((subStatus) => ({ status, subStatus })),
);

/** How many deals to make, for whom, and the leads that the first of them came from. */
export interface DealsWanted {
  readonly count: number;
  readonly converted: readonly DemoLead[];
  readonly owners: number;
  readonly supportId: string;
}

/** Returns some deals; 62 or more cover every status with each of its sub-statuses. */
export function makeDeals(random: Random, wanted: DealsWanted): DemoDeal[] {
  return Array.from({ length: wanted.count }, (_, index) =>
    makeDeal(random, wanted, index, wanted.converted[index]),
  );
}

function makeDeal(
  random: Random,
  wanted: DealsWanted,
  index: number,
  lead: DemoLead | undefined,
): DemoDeal {
  const client = lead?.client ?? makeClient(random);
  // 7 and 62 have no common factor, so these steps reach every combination.
  const { status, subStatus } =
    everyStatus[(index * 7) % everyStatus.length] ?? random.pick(everyStatus);
  const isFull = index % 12 !== 2;
  return {
    id: random.id(),
    owner: lead?.owner ?? random.int(0, wanted.owners - 1),
    name: `${client.companyName}${lead ? '' : ' – renewal'}`,
    amount: isFull ? random.int(2, 90) * 5_000 + (random.chance(0.2) ? 0.5 : 0) : null,
    status,
    subStatus,
    operatorFields: {
      ...(isFull
        ? operatorFields(random, client, status, wanted.supportId)
        : { customer: customer(random, client) }),
      ...(lead && { partnerLeadReferenceId: lead.fields['partnerLeadReferenceId'] }),
    },
    callsMade: random.int(0, 12),
    age: lead ? Math.round(lead.age * 0.8) : random.int(1_000, 400_000),
  };
}

function customer(random: Random, client: Client) {
  return { id: random.id(), name: client.companyName };
}

function operatorFields(
  random: Random,
  client: Client,
  status: DealStatus,
  supportId: string,
): Record<string, unknown> {
  return {
    customer: customer(random, client),
    watchers: [{ type: 'user', id: supportId }],
    callClientOrBroker: random.pick(['Call Client', 'Call Broker']),
    loanType: random.pick(loanTypes),
    callOnBehalfOf: 'The broker desk',
    partnerLeadReferenceId: `REF-${random.int(10_000, 99_999)}`,
    bankStatementsVendorLink: `https://bank-data.test/${random.digits(10)}`,
    ...(status === 'Settled' && settledDealFields(random)),
    ...(status === 'Declined' && { omDeclineReasons: 'Serviceability' }),
  };
}

/** Returns the repayment fields of a settled deal. The specification leaves their types open. */
function settledDealFields(random: Random): Record<string, unknown> {
  const principal = random.int(4, 60) * 5_000;
  return {
    omAdvanceID: `ADV-${random.digits(6)}`,
    omAdvanceType: 'Business Loan',
    omPrincipalAmount: principal.toFixed(2),
    omPaybackAmount: (principal * 1.18).toFixed(2),
    omNumberOfPayments: 52,
    omTermDays: 364,
    omCollectionFrequency: 'Weekly',
    omDateFunded: '2026-08-03',
    sfid: random.digits(12),
  };
}
