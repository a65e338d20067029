import { type Selectable, sql } from 'kysely';

import {
  bulkChangeLimits,
  type ChangeOutcome,
  type Change,
} from '#contract/portal/bulk-changes.ts';
import type { ChangeReason } from '#server/db/bulk-change-tables.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';
import { listConditions } from '#server/records/list/list-conditions.ts';
import type { RecordsRequest } from '#server/records/list/list-request.ts';
import type { Scope } from '#server/records/records.ts';
import { scopeConditions } from '#server/records/search/search-condition.ts';
import { type SearchReading, readTolerantly } from '#server/records/search/tolerant-search.ts';
import { type Bind, runStatement, statement, whereAll } from '#server/records/statement.ts';

import type { BulkChangeRow, OutcomeChanges } from './bulk-changes.store.ts';

interface NewSnapshot {
  readonly id: string;
  readonly change: Change;
  readonly maxLeads?: number;
}

/**
 * Stores the leads that a request finds as those of a change, each with the outcome to be expected,
 * in one statement. Stores none of more than `maxLeads`. Returns how many were found, at most one
 * above the limit.
 */
export async function storeFoundLeads(
  tx: Db,
  { id, change, maxLeads = bulkChangeLimits.leads }: NewSnapshot,
  request: RecordsRequest,
): Promise<number> {
  const store = async (reading: SearchReading) => {
    const query = snapshotQuery({ id, change, maxLeads }, { ...request, ...reading });
    const [row] = await runStatement<{ found: number }>(tx, query);
    return row?.found ?? 0;
  };
  return readTolerantly(tx, request, store, (found) => found === 0);
}

function snapshotQuery(
  { id, change, maxLeads }: Required<NewSnapshot>,
  request: RecordsRequest & SearchReading,
) {
  return statement((bind) => {
    const where = whereAll(listConditions('leads', request, bind));
    return `
      with found as (
        select r.id, r.partner_id, r.contact_id, r.created_at, ${expectation(change, bind)} as outcome
        from leads as r ${where}
        order by r.created_at desc, r.id desc limit ${maxLeads + 1}
      ), stored as (
        insert into bulk_change_leads (change_id, partner_id, position, lead_id, outcome, reason, contact_before)
        select ${bind(id)}, partner_id, row_number() over (order by created_at desc, id desc), id, outcome,
          case when outcome = 'rejected' then 'notes-too-long' end, contact_id
        from found where (select count(*) from found) <= ${maxLeads}
      )
      select count(*) as found from found`;
  });
}

/** Returns the SQL of the outcome that is to be expected of a lead. */
function expectation(change: Change, bind: Bind): string {
  if (change.kind === 'reassign')
    return `case when r.contact_id = ${bind(change.brokerRepId)} then 'unchanged' else 'pending' end`;
  const notes = `coalesce(length(nullif(r.fields ->> 'notes', '')) + 1, 0)`;
  const withNote = `${notes} + length(${bind(change.note)}::text)`;
  return `case when ${withNote} > ${bulkChangeLimits.notes} then 'rejected' else 'pending' end`;
}

/** Stores ids that name no lead within the scope as rejected leads of a change. */
export async function storeOthers(tx: Db, id: string, ids: readonly string[]): Promise<void> {
  await sql`
    insert into bulk_change_leads (change_id, partner_id, position, lead_id, outcome, reason)
    select id, partner_id, (select count(*) from bulk_change_leads where change_id = ${id}) + row_number() over (),
      other, 'rejected', 'no-access'
    from bulk_changes, unnest(${[...new Set(ids)]}::text[]) as other
    where id = ${id} and other not in (select lead_id from bulk_change_leads where change_id = ${id})`.execute(
    tx,
  );
}

/** Returns how many leads of a change have each outcome. */
export async function countOutcomes(tx: Db, id: string): Promise<OutcomeChanges> {
  const { rows } = await sql<{ outcome: ChangeOutcome; total: number }>`
    select outcome, count(*) as total from bulk_change_leads
    where change_id = ${id} group by outcome`.execute(tx);
  return Object.fromEntries(rows.map(({ outcome, total }) => [outcome, total]));
}

/**
 * Makes leads pending that had the contact of a change when it was prepared, and have another one
 * now. Returns how many those are.
 */
export async function expectReassigned(
  tx: Db,
  { id, contact_id: contactId }: Pick<BulkChangeRow, 'id' | 'contact_id'>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update bulk_change_leads as c set outcome = 'pending' from leads
    where c.change_id = ${id} and c.outcome = 'unchanged'
      and (leads.id, leads.partner_id) = (c.lead_id, c.partner_id) and leads.contact_id <> ${contactId}`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

const fieldText = (name: string) => `coalesce(r.fields ->> '${name}', '')`;

/** A lead of a bulk change, with what can be shown of the lead. */
export interface ChangedLeadRow {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly contact_before: string;
  readonly outcome: ChangeOutcome;
  readonly reason: ChangeReason | null;
}

/**
 * Returns a page of the leads of a change. Of a lead that is not within the scope any more, only
 * its id is known.
 */
export async function listChangedLeads(
  db: Db,
  id: string,
  {
    scope,
    page,
    pageSize,
    outcome,
  }: { scope: Scope; outcome?: ChangeOutcome | undefined; page: number; pageSize: number },
): Promise<ChangedLeadRow[]> {
  return runStatement(db, (bind) => {
    const visible = [
      '(r.id, r.partner_id) = (c.lead_id, c.partner_id)',
      ...scopeConditions('r', scope, bind),
    ].join(' and ');
    const withOutcome = outcome === undefined ? '' : `and outcome = ${bind(outcome)}`;
    return `
      select c.lead_id as id, ${fieldText('firstName')} as first_name, ${fieldText('lastName')} as last_name,
        ${fieldText('companyName')} as company, c.outcome, c.reason,
        coalesce(trim(contacts.first_name || ' ' || contacts.last_name), '') as contact_before
      from (select * from bulk_change_leads where change_id = ${bind(id)} ${withOutcome}
        order by position limit ${pageSize} offset ${(page - 1) * pageSize}) as c
      left join leads as r on ${visible}
      left join contacts on contacts.id = c.contact_before and r.id is not null
      order by c.position`;
  });
}

type LeadOfChange = Selectable<Tables['bulk_change_leads']>;

/** Returns the first leads of a change that have an outcome. */
export async function firstLeadsWith(tx: Db, id: string, outcome: ChangeOutcome, limit: number) {
  const { rows } = await sql<LeadOfChange>`
    select * from bulk_change_leads where change_id = ${id} and outcome = ${outcome}
    order by position limit ${limit}`.execute(tx);
  return rows;
}

/** Stores new outcomes of leads of a change, and what the leads were before. */
export async function saveOutcomes(
  tx: Db,
  id: string,
  leads: readonly Omit<LeadOfChange, 'change_id' | 'partner_id' | 'lead_id'>[],
): Promise<void> {
  await sql`
    update bulk_change_leads as c set outcome = done.outcome, reason = done.reason,
      contact_before = done.contact_before, note_at = done.note_at
    from unnest(${leads.map(({ position }) => position)}::integer[],
      ${leads.map(({ outcome }) => outcome)}::text[], ${leads.map(({ reason }) => reason)}::text[],
      ${leads.map((lead) => lead.contact_before)}::text[],
      ${leads.map((lead) => lead.note_at)}::integer[])
      as done (position, outcome, reason, contact_before, note_at)
    where c.change_id = ${id} and c.position = done.position`.execute(tx);
}

/** Stores that all leads with an outcome have failed. Returns how many those are. */
export async function failLeads(
  tx: Db,
  id: string,
  from: ChangeOutcome,
  to: 'rejected' | 'superseded',
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update bulk_change_leads set outcome = ${to}, reason = 'failed'
    where change_id = ${id} and outcome = ${from}`.execute(tx);
  return Number(numAffectedRows);
}
