import type { Insertable } from 'kysely';

import type { Tables } from '#server/db/schema.ts';
import { dealSearchText } from '#server/deals/deals.rules.ts';
import { leadSearchText } from '#server/leads/leads.rules.ts';

import type { DealColumns } from './deal-past.ts';
import type { DemoDeal } from './demo-deals.ts';
import type { DemoLead } from './demo-leads.ts';
import type { LeadColumns } from './lead-past.ts';
import type { Owner } from './seed-people.ts';

/** Returns a demo lead as a table row, as it was created. */
export function leadRow(
  lead: DemoLead,
  owner: Owner,
  created: LeadColumns,
  { now, uploaderId }: { now: Date; uploaderId: string },
): Insertable<Tables['leads']> {
  const [by, via] =
    lead.uploadedRow === undefined
      ? [owner.accountId, 'portal' as const]
      : [uploaderId, 'bulk-upload' as const];
  return {
    ...commonColumns(lead, owner, by, now),
    ...created,
    fields: created.fields,
    created_via: via,
    updated_via: via,
    search: leadSearchText(lead.fields),
  };
}

/** Returns a demo deal as a table row, as it was created. */
export function dealRow(
  deal: DemoDeal,
  owner: Owner,
  created: DealColumns,
  { operatorId, now }: { operatorId: string; now: Date },
): Insertable<Tables['deals']> {
  return {
    ...commonColumns(deal, owner, operatorId, now),
    ...created,
    name: deal.name,
    created_via: 'operator',
    updated_via: 'operator',
    search: dealSearchText(deal.name, deal.operatorFields),
  };
}

/** Returns the columns shared by leads and deals, when they were created. */
function commonColumns(
  record: DemoLead | DemoDeal,
  { partnerId, contactId }: Owner,
  by: string,
  now: Date,
) {
  const at = new Date(now.getTime() - record.age * 60_000);
  return {
    id: record.id,
    partner_id: partnerId,
    contact_id: contactId,
    status_since: at,
    sub_status_since: at,
    created_at: at,
    created_by: by,
    updated_at: at,
    updated_by: by,
  };
}
