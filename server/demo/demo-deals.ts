import type { Insertable } from 'kysely';

import * as values from '#contract/v1/values.ts';
import type { Tables } from '#server/db/schema.ts';
import { dealSearchText } from '#server/deals/deals.store.ts';

import { type DemoClient, makeClient } from './demo-clients.ts';
import { type DemoRecord, makeHistory, pickAge, pickOwner, type Setting } from './demo-records.ts';
import type { Random } from './random.ts';
import type { Owner } from './seed-people.ts';

/** A demo deal, and what the lead that became it has in common with it. */
export interface DemoDeal extends DemoRecord<Insertable<Tables['deals']>> {
  readonly client: DemoClient;
  readonly owner: Owner;
  readonly reference: string;
}

/** For how many days deals typically have a status; the others for three. */
const typicalDays: Partial<Record<values.DealStatus, number>> = {
  'Application Received': 1,
  'Contract Requested': 1.5,
  'On Hold': 20,
};
const getTypicalDays = (status: values.DealStatus) => typicalDays[status] ?? 3;
const ended: readonly values.DealStatus[] = ['Settled', 'Withdrawn', 'Declined'];
const everyStatus = values.dealStatuses.flatMap((status) =>
  values.dealSubStatuses[status].map((subStatus) => ({ status, subStatus })),
);

/**
 * Returns the deal at an index, which came from a lead or is a renewal; 62 of them cover every
 * status with each of its sub-statuses.
 */
export function makeDeal(setting: Setting, index: number, isConverted: boolean): DemoDeal {
  const { random, operatorId, supportId } = setting;
  const client = makeClient(random, setting.companies);
  const owner = pickOwner(setting);
  const reference = `REF-${random.digits(5)}`;
  // 7 and 62 have no common factor, so these steps reach every combination.
  const present = everyStatus[(index * 7) % everyStatus.length] ?? random.pick(everyStatus);
  const { status } = present;
  const at = values.dealPath.indexOf(status);
  const passed = values.dealPath
    .slice(0, at === -1 ? random.int(2, 6) : at)
    .filter((one) => one !== 'Additional Info Required' || random.chance(0.45))
    .map((one) => ({
      status: one,
      subStatus: random.pick(values.dealSubStatuses[one]),
      days: getTypicalDays(one),
    }));
  const isFull = index % 12 !== 2;
  const amount = isFull ? random.int(2, 90) * 5_000 : null;
  const fields = {
    customer: { id: random.id(), name: client.companyName },
    partnerLeadReferenceId: reference,
    ...(isFull && {
      watchers: [{ type: 'user', id: supportId }],
      callClientOrBroker: random.pick(values.callTargets),
      loanType: random.pick(values.loanTypes),
      callOnBehalfOf: 'The broker desk',
      bankStatementsVendorLink: `https://bank-data.test/${random.digits(10)}`,
    }),
  };
  const { created, changes, minutesAgo } = makeHistory(setting, {
    owner,
    creator: { by: operatorId, via: 'operator' },
    passed,
    present,
    presentAge: pickAge(random, getTypicalDays(status), ended.includes(status)),
    atEnd: {
      operator_fields: { ...fields, ...(isFull && makeEndFields(random, status)) },
      amount: amount !== null && random.chance(0.35) ? amount + random.int(1, 4) * 5_000 : amount,
    },
  });
  const name = isConverted ? client.companyName : `${client.companyName} – renewal`;
  const search = dealSearchText(name, fields);
  const row = { ...created, name, amount, operator_fields: fields, search };
  return { row, changes, client, owner, reference, minutesAgo };
}

/** Returns the fields that come with an end. The specification leaves their types open. */
function makeEndFields(random: Random, status: values.DealStatus): Record<string, unknown> {
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
