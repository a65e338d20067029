import type { Insertable } from 'kysely';

import {
  callTargets,
  dealPath,
  type DealStatus,
  dealStatuses,
  dealSubStatuses,
  loanTypes,
} from '#contract/v1/values.ts';
import type { Tables } from '#server/db/schema.ts';
import { dealSearchText } from '#server/deals/deals.rules.ts';

import { type DemoClient, makeClient } from './demo-clients.ts';
import { pickOwner, type Setting, toCreatedRow } from './demo-records.ts';
import type { Random } from './random.ts';
import {
  dateStages,
  getPresentAge,
  makeOperatorChanges,
  type PassedStage,
  type Sample,
} from './sample-history.ts';
import type { Owner } from './seed-people.ts';

/** A demo deal, and what the lead that became it has in common with it. */
export interface DemoDeal extends Sample<Insertable<Tables['deals']>> {
  readonly client: DemoClient;
  readonly owner: Owner;
  readonly reference: string;
}

/** For how many days deals typically have each status. */
const typicalDays: Readonly<Record<DealStatus, number>> = {
  'Application Received': 1,
  'In Progress': 3,
  'Additional Info Required': 4,
  Approved: 3,
  'Contract Requested': 1.5,
  'Contract Draft': 2,
  'Contracts Sent': 4,
  'Pending Settlement': 3,
  Settled: 200,
  Withdrawn: 200,
  'On Hold': 20,
  Declined: 200,
};
const ended: readonly DealStatus[] = ['Settled', 'Withdrawn', 'Declined'];
const everyStatus = dealStatuses.flatMap((status) =>
  dealSubStatuses[status].map((subStatus) => ({ status, subStatus })),
);

/**
 * Returns the deal at an index, which came from a lead or is a renewal; 62 of them cover every
 * status with each of its sub-statuses.
 */
export function makeDeal(setting: Setting, index: number, isConverted: boolean): DemoDeal {
  const { random, operatorId } = setting;
  const client = makeClient(random, setting.companies);
  const owner = pickOwner(setting);
  const reference = `REF-${random.int(10_000, 99_999)}`;
  // 7 and 62 have no common factor, so these steps reach every combination.
  const { status, subStatus } =
    everyStatus[(index * 7) % everyStatus.length] ?? random.pick(everyStatus);
  const presentAge = getPresentAge(random, typicalDays[status], ended.includes(status));
  const passed = makePassedStages(random, status);
  const stages = dateStages(random, passed, { status, subStatus }, presentAge);
  const [first] = stages;
  const isFull = index % 12 !== 2;
  const amount = isFull ? random.int(2, 90) * 5_000 : null;
  const fields = makeFields(setting, client, isFull, reference);
  const name = isConverted ? client.companyName : `${client.companyName} – renewal`;
  const changes = makeOperatorChanges(random, stages, operatorId, {
    operator_fields: { ...fields, ...(isFull && makeEndFields(random, status)) },
    amount,
  });
  const hasNewAmount = amount !== null && changes.length > 0 && random.chance(0.35);
  const row = {
    ...toCreatedRow(setting, owner, first, operatorId),
    name,
    amount: hasNewAmount ? amount + random.int(1, 4) * 5_000 : amount,
    operator_fields: fields,
    created_via: 'operator',
    updated_via: 'operator',
    search: dealSearchText(name, fields),
  } as const;
  return { row, changes, client, owner, reference, minutesAgo: first.minutesAgo };
}

/** Returns the stages before a deal’s present status, some in two sub-statuses. */
function makePassedStages(random: Random, status: DealStatus): PassedStage[] {
  const at = dealPath.indexOf(status);
  const end = at === -1 ? random.int(2, status === 'Withdrawn' ? 7 : 4) : at;
  return dealPath
    .slice(0, end)
    .filter((passed) => passed !== 'Additional Info Required' || random.chance(0.45))
    .flatMap((passed) => {
      const subs: readonly string[] = dealSubStatuses[passed];
      const count = Math.min(subs.length, random.chance(0.4) ? 2 : 1);
      const from = random.int(0, subs.length - count);
      const days = typicalDays[passed] / count;
      return subs
        .slice(from, from + count)
        .map((subStatus) => ({ status: passed, subStatus, days }));
    });
}

function makeFields(
  { random, supportId }: Setting,
  client: DemoClient,
  isFull: boolean,
  reference: string,
): Record<string, unknown> {
  return {
    customer: { id: random.id(), name: client.companyName },
    partnerLeadReferenceId: reference,
    ...(isFull && {
      watchers: [{ type: 'user', id: supportId }],
      callClientOrBroker: random.pick(callTargets),
      loanType: random.pick(loanTypes),
      callOnBehalfOf: 'The broker desk',
      bankStatementsVendorLink: `https://bank-data.test/${random.digits(10)}`,
    }),
  };
}

/** Returns the fields that come with an end. The specification leaves their types open. */
function makeEndFields(random: Random, status: DealStatus): Record<string, unknown> {
  if (status === 'Declined') return { omDeclineReasons: 'Serviceability' };
  if (status !== 'Settled') return {};
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
