import { randomUUID } from 'node:crypto';

import { newLead } from './lead-changes.ts';
import type { Owner, Person } from './people.ts';
import type { Deal, Entry, Lead } from './records.ts';
import { seedClients } from './seed-clients.ts';
import { seeded, seedPeople } from './seed-people.ts';

const hour = 3_600_000;
const { bea, ada, sol, ana, sam } = seeded;

/** The states of seed leads; one in ten has become a deal. */
const leadStates = [
  ['Converted', 'Banks In'],
  ['New', 'Received'],
  ['Attempting Contact', 'Attempting 1'],
  ['Attempting Contact', 'Attempting 3'],
  ['Work in progress', 'Waiting on Customer'],
  ['Work in progress', 'Doing Application'],
  ['With Broker', 'Call Back Customer'],
  ['Not Progressing', 'Not ready'],
  ['Closed', 'Got another loan facility'],
  ['Unqualified', 'Loan amount too low'],
] as const;

/** The states of seed deals: one line for each status. */
const dealStates = [
  ['Application Received', 'Banks In'],
  ['In Progress', 'Under Review'],
  ['Additional Info Required', 'Pending info - with customer'],
  ['Approved', 'Offer Made'],
  ['Contract Requested', 'Contract Requested'],
  ['Contract Draft', 'Contract Drafting'],
  ['Contracts Sent', 'Contract Sent'],
  ['Pending Settlement', 'Final Review'],
  ['Settled', 'Performing'],
  ['Withdrawn', 'Cost'],
  ['On Hold', 'On Hold - Customer'],
  ['Declined', 'Serviceability'],
] as const;

/** A contact with a token. */
type Contact = Person & { readonly owner: Owner };

/**
 * Returns the records of the seed, deals first and each kind oldest first: 60 leads and 15 deals of
 * one partner, 24 and 6 of the other, two thirds of them their broker’s.
 */
export function seedRecords(now: Date): Entry[] {
  const partners = [
    partnerRecords(now, [bea, bea, ada], { leads: 60, deals: 15 }),
    partnerRecords(now, [sol, sol, ana], { leads: 24, deals: 6 }),
  ];
  const deals = partners.flatMap((partner) => partner.deals).toSorted(byCreation);
  const leads = partners.flatMap((partner) => partner.leads).toSorted(byCreation);
  return [...deals.map((deal) => ({ deal })), ...leads.map((lead) => ({ lead }))];
}

function partnerRecords(
  now: Date,
  contacts: readonly Contact[],
  count: { readonly leads: number; readonly deals: number },
): { deals: readonly Deal[]; leads: readonly Lead[] } {
  const deals = Array.from({ length: count.deals }, (_, index) =>
    makeDeal(index, turn(contacts, index), hoursBefore(now, (count.deals - index) * 3)),
  );
  const left = [...deals];
  const leads = Array.from({ length: count.leads }, (_, index) => {
    const lead = makeLead(
      index,
      turn(contacts, index),
      hoursBefore(now, (count.leads - index) * 5),
    );
    if (lead.fields['status'] !== 'Converted') return lead;
    const at = left.findIndex(({ createdBy }) => createdBy === lead.createdBy);
    const [deal] = left.splice(at, 1);
    return { ...lead, fields: { ...lead.fields, convertedDealId: deal?.id ?? '' } };
  });
  return { deals, leads };
}

function makeLead(index: number, contact: Contact, at: string): Lead {
  const client = turn(seedClients, index);
  const { firstName, lastName, companyName } = client;
  const partnerLeadReferenceId = `${contact.owner.broker.name.slice(0, 2)}-${1_000 + index}`;
  // Every tenth lead is almost empty.
  const input =
    index % 10 === 3 ? { firstName, lastName, companyName } : { ...client, partnerLeadReferenceId };
  const lead = newLead(seedPeople, contact, input);
  const [status, subStatus] = turn(leadStates, index);
  const calls = { numberOfCallsMade: index % 6, lastCallDate: index % 6 === 0 ? null : at };
  return {
    ...lead,
    createdAt: at,
    updatedAt: at,
    fields: { ...lead.fields, status, subStatus, ...sinces(at), ...calls },
  };
}

function makeDeal(index: number, { id: by, owner }: Contact, at: string): Deal {
  const client = turn(seedClients, index * 5 + 2);
  const [status, subStatus] = turn(dealStates, index);
  return {
    id: randomUUID(),
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
    fields: {
      status,
      subStatus,
      ...sinces(at),
      watchers: [{ type: 'user', id: sam.id }],
      lastActivityDate: at,
      lastCallDate: null,
      name: client.companyName,
      customer: { id: `customer-${index}`, name: client.companyName },
      callClientOrBroker: 'Call Client',
      ...owner,
      loanType: index % 4 === 0 ? 'Renewal' : 'New',
      internalBdmUser: null,
      ...unshown,
      amount: (client.amountRequested + 0.5).toFixed(2),
      numberOfCallsMade: index % 5,
      bankStatementsVendorLink: null,
      bankStatementsUpdateLink: null,
      applicationLink: null,
      sfid: null,
      callOnBehalfOf: '',
      partnerLeadReferenceId: '',
    },
  };
}

/** Deal fields that are null in the sample, whose types are not shown. */
const unshown = {
  omNumberOfPayments: null,
  omPaybackAmount: null,
  omTermDays: null,
  omDeclineReasons: null,
  omCollectionFrequency: null,
  omPrincipalAmount: null,
  omAdvanceID: null,
  omDateFunded: null,
  omAdvanceType: null,
};

function byCreation(one: Deal | Lead, other: Deal | Lead): number {
  return one.createdAt.localeCompare(other.createdAt);
}

function sinces(at: string) {
  return { statusSinceDate: at, subStatusSinceDate: at };
}

function hoursBefore(now: Date, hours: number): string {
  return new Date(now.getTime() - hours * hour).toISOString();
}

/** Returns the value at an index, starting again at the end of the list. */
function turn<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length];
  if (value === undefined) throw new RangeError('There is nothing to take.');
  return value;
}
