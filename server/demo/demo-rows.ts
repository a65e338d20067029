import type { Insertable } from 'kysely';

import type { Tables } from '#server/db/schema.ts';
import { dealSearchText } from '#server/deals/deals.rules.ts';
import { leadSearchText } from '#server/leads/leads.rules.ts';

import type { DemoDeal } from './demo-deals.ts';
import type { DemoLead } from './demo-leads.ts';
import type { Owner } from './seed-people.ts';

interface Setting {
  readonly supportId: string;
  readonly now: Date;
}

/** Returns a demo lead as a table row. */
export function leadRow(
  lead: DemoLead,
  owner: Owner,
  setting: Setting,
): Insertable<Tables['leads']> {
  return {
    ...commonColumns(lead, owner, setting),
    fields: lead.fields,
    search: leadSearchText(lead.fields),
  };
}

/** Returns a demo deal as a table row. */
export function dealRow(
  deal: DemoDeal,
  owner: Owner,
  setting: Setting,
): Insertable<Tables['deals']> {
  const { name, amount, operatorFields } = deal;
  return {
    ...commonColumns(deal, owner, setting),
    name,
    amount,
    search: dealSearchText(name, operatorFields),
  };
}

/**
 * Returns the columns shared by leads and deals. A record that is no longer new was last changed by
 * support, some time between its creation and now.
 */
function commonColumns(
  record: DemoLead | DemoDeal,
  { partnerId, contactId, accountId }: Owner,
  { supportId, now }: Setting,
) {
  const ago = (share: number) => new Date(now.getTime() - Math.round(record.age * share) * 60_000);
  const hasMoved = record.status !== 'New';
  return {
    id: record.id,
    partner_id: partnerId,
    contact_id: contactId,
    status: record.status,
    sub_status: record.subStatus,
    status_since: ago(hasMoved ? 0.5 : 1),
    sub_status_since: ago(hasMoved ? 0.25 : 1),
    last_activity_at: hasMoved ? ago(0.2) : null,
    last_call_at: record.callsMade > 0 ? ago(0.3) : null,
    calls_made: record.callsMade,
    created_at: ago(1),
    created_by: accountId,
    updated_at: ago(hasMoved ? 0.2 : 1),
    updated_by: hasMoved ? supportId : accountId,
    version: hasMoved ? 3 : 1,
    operator_fields: record.operatorFields,
  };
}
