import type { DealLead } from '#contract/portal/deals.ts';
import type { Deal } from '#contract/v1/deals.ts';
import { dealStatuses, type DealStatus } from '#contract/v1/values.ts';

/** Returns the status as the contract knows it; undefined when it does not. */
export function knownStatus(status: string): DealStatus | undefined {
  return dealStatuses.find((one) => one === status);
}

/** Returns a deal's display name: its name, else its customer's name. */
export function dealName({ fields }: Deal): string {
  return fields.name || fields.customer?.name || 'Deal without a name';
}

/**
 * Returns the customer's name if the deal's display name does not contain its words; else an empty
 * text.
 */
export function otherCustomerName(deal: Deal): string {
  const customer = deal.fields.customer?.name ?? '';
  return toWords(dealName(deal)).includes(toWords(customer)) ? '' : customer;
}

/** Returns a name’s words, each between spaces, so that none is found within another one. */
function toWords(name: string): string {
  return ` ${
    name
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}

/** Returns the name of a lead's client: the person, else the company; empty for an erased lead. */
export function clientName({ firstName, lastName, companyName }: DealLead): string {
  return `${firstName} ${lastName}`.trim() || companyName;
}

/** Returns the lead that became a deal with its client's name; undefined if it has none. */
export function namedLead(lead: DealLead | null | undefined) {
  const client = lead ? clientName(lead) : '';
  return lead && client !== '' ? { id: lead.id, client } : undefined;
}
