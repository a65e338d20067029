import { type OrderByItemBuilder, sql } from 'kysely';

import { brokerDetailNames } from '#contract/portal/new-lead/new-lead.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';

/** The values of a lead, by field. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the condition that a lead has any broker details. The indexes `leads_by_submitter` and
 * `upstream_changes_by_submitter` have the same condition, so it has no parameters.
 */
const hasBrokerDetails = (column: 'fields' | 'current') =>
  sql<boolean>`${sql.ref(column)} ?| array[${sql.join(brokerDetailNames.map((name) => sql.lit(name)))}]`;

/**
 * The order of these indexes. No column is null, but no other index has this order: the planner
 * would read the newest leads of everybody to find one of a person who has none.
 */
const newestFirst = (order: OrderByItemBuilder) => order.desc().nullsLast();

/**
 * Returns the fields of the last lead with broker details that a contact has submitted in the
 * portal for themselves. Bulk uploads and programs submit what others have filled in too.
 */
export async function findLastSubmitted(
  db: Db,
  { accountId, contactId }: Pick<ContactCaller, 'accountId' | 'contactId'>,
): Promise<Values | undefined> {
  const lead = await db
    .selectFrom('leads')
    .select('fields')
    .where('created_by', '=', accountId)
    .where('contact_id', '=', contactId)
    .where('created_via', '=', sql.lit('portal'))
    .where(hasBrokerDetails('fields'))
    .orderBy('created_at', newestFirst)
    .limit(1)
    .executeTakeFirst();
  return lead?.fields;
}

/**
 * Returns the values of the last lead with broker details that an account has submitted to the
 * upstream service in the portal. The contact of the lead is not recorded: the form names no other
 * contact, but a program that signs in as the person can.
 */
export async function findLastSubmittedUpstream(
  db: Db,
  { accountId }: Pick<ContactCaller, 'accountId'>,
): Promise<Values | undefined> {
  const lead = await db
    .selectFrom('upstream_changes')
    .select('current')
    .where('account_id', '=', accountId)
    .where('kind', '=', sql.lit('created'))
    .where('via', '=', sql.lit('portal'))
    .where(hasBrokerDetails('current'))
    .orderBy('id', newestFirst)
    .limit(1)
    .executeTakeFirst();
  return lead?.current;
}
