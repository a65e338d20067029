import { sql } from 'kysely';

import { bulkChangeLimits, type Change } from '#contract/portal/bulk-changes.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type Bind, joinAll, runStatement } from '#server/db/statement.ts';
import { listConditions } from '#server/records/list/list-conditions.store.ts';
import type { RecordsRequest } from '#server/records/list/list-request.ts';
import { type Scope, toScope } from '#server/records/records.policy.ts';
import { scopeConditions } from '#server/records/scope.store.ts';
import { readTolerantly } from '#server/records/search/tolerant-search.store.ts';

import type { BulkChangeRow } from './bulk-changes.store.ts';

/** Why a lead is left as it is; `unchanged`: it has the contact already. */
export type WhyLeft =
  | 'unchanged'
  | 'no-access'
  | 'notes-too-long'
  | 'reassigned-since'
  | 'note-edited'
  | 'note-erased';

/** A lead that is left as it is, or in a preview one that would be changed. */
export interface SortedLead {
  readonly id: string;
  /** null: it would be changed. */
  readonly why: WhyLeft | null;
}

/**
 * Returns the leads that a request finds, newest first, with what a change would do to each; one
 * more than a change can have, if there are more.
 */
export async function sortFound(
  tx: Db,
  change: Change,
  request: RecordsRequest,
  previewedAt?: string,
): Promise<SortedLead[]> {
  return readTolerantly(
    tx,
    request,
    async (reading) =>
      runStatement<SortedLead>(tx, (bind) => {
        const conditions = listConditions('leads', { ...request, ...reading }, bind);
        if (previewedAt !== undefined)
          conditions.push(`r.created_at <= ${bind(previewedAt)}::timestamptz`);
        return `
          select r.id, ${whyLeft(change, bind)} as why from leads as r where ${joinAll(conditions)}
          order by r.created_at desc, r.id desc limit ${bulkChangeLimits.leads + 1}`;
      }),
    (found) => found.length === 0,
  );
}

/** Returns the SQL of why a change leaves a lead `r` as it is; null if it changes it. */
function whyLeft(change: Change, bind: Bind): string {
  if (change.kind === 'reassign')
    return `case when r.contact_id = ${bind(change.brokerRepId)} then 'unchanged' end`;
  const noted = `length(${withNote('r', bind(change.note))})`;
  return `case when ${noted} > ${bulkChangeLimits.notes} then 'notes-too-long' end`;
}

const withNote = (lead: string, note: string) =>
  `concat_ws(E'\\n', nullif(${lead}.fields ->> 'notes', ''), ${note}::text)`;

/**
 * Locks leads until the transaction ends, in the order of their ids, so that transactions that lock
 * several never deadlock.
 */
export async function lockLeads(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`select from leads where id = any(${ids}) order by id for no key update`.execute(tx);
}

/** A change to make: its id, and the leads that were selected. */
interface NewChange {
  readonly id: string;
  readonly change: Change;
  readonly ids: readonly string[];
  /** How many were selected that the caller does not see. */
  readonly others: number;
}

/**
 * Changes locked leads as an update of each would, and stores the change with what undoing it
 * needs, in one statement. Returns the leads that stay as they are.
 */
export async function changeLeads(
  tx: Db,
  caller: ContactCaller,
  { id, change, ids, others }: NewChange,
): Promise<SortedLead[]> {
  await nameChange(tx, id, false);
  const isReassigned = change.kind === 'reassign';
  const rows = await runStatement<SortedLead>(tx, (bind) => {
    const [changeId, by] = [bind(id), bind(caller.accountId)];
    const value = bind(isReassigned ? change.brokerRepId : change.note);
    return `
      with sorted as materialized (
        select r.id, r.partner_id, r.contact_id, length(coalesce(r.fields ->> 'notes', '')) as note_at,
          ${whyLeft(change, bind)} as why, row_number() over (order by r.id) as position
        from leads as r where r.id = any(${bind(ids)}::text[]) and ${isWithin(toScope(caller), bind)}
      ), made as (
        insert into bulk_changes (id, account_id, partner_id, kind, contact_id, note, state, changed,
          unchanged, rejected, ended_at)
        select ${changeId}, ${by}, ${bind(caller.partnerId)}, ${bind(change.kind)},
          ${isReassigned ? `${value}, null` : `null, ${value}`}, 'applied', count(*) filter (where why is null),
          count(*) filter (where why = 'unchanged'),
          ${bind(ids.length + others)}::integer - count(*) filter (where why is null or why = 'unchanged'), clock_timestamp()
        from sorted
      ), stored as (
        insert into bulk_change_leads (change_id, partner_id, position, lead_id, outcome, contact_before, note_at)
        select ${changeId}, partner_id, position, id, 'changed', contact_id, note_at
        from sorted where why is null
      ), changed as (
        update leads set ${
          isReassigned
            ? `contact_id = ${value}`
            : `fields = leads.fields || jsonb_build_object('notes', ${withNote('leads', value)})`
        }, updated_by = ${by}, updated_via = 'portal', version = version + 1
        from sorted
        where (leads.id, leads.partner_id) = (sorted.id, sorted.partner_id) and why is null
      )
      select asked.id, case when sorted.id is null then 'no-access' else why end as why
      from unnest(${bind(ids)}::text[]) as asked (id) left join sorted using (id)
      where sorted.id is null or why is not null`;
  });
  return rows;
}

/** Returns the ids of the leads that a change has changed. */
export async function findChanged(tx: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ lead_id: string }>`
    select lead_id from bulk_change_leads where change_id = ${id} and outcome = 'changed'`.execute(
    tx,
  );
  return rows.map(({ lead_id: leadId }) => leadId);
}

/**
 * Undoes a change of locked leads that still have its values, and deletes the data for undoing it,
 * in one statement. Returns the leads that stay as they are.
 */
export async function undoLeads(
  tx: Db,
  caller: ContactCaller,
  change: BulkChangeRow,
): Promise<SortedLead[]> {
  await nameChange(tx, change.id, true);
  const written = change.contact_id === null ? noteTaken : contactBack;
  const rows = await runStatement<SortedLead>(tx, (bind) => {
    const { why, joined, set } = written(change, bind);
    const ofChange = `change_id = ${bind(change.id)} and outcome = 'changed'`;
    return `
      with sorted as materialized (
        select l.lead_id as id, l.partner_id, l.contact_before,
          case when r.id is null then 'no-access' ${why} end as why, place.*
        from bulk_change_leads as l
          left join leads as r on (r.id, r.partner_id) = (l.lead_id, l.partner_id)
            and ${isWithin(toScope(caller), bind)}
          ${joined}
        where ${ofChange}
      ), restored as (
        update leads set ${set}, updated_by = ${bind(caller.accountId)}, updated_via = 'portal', version = version + 1
        from sorted
        where (leads.id, leads.partner_id) = (sorted.id, sorted.partner_id) and why is null
      ), ended as (
        update bulk_changes set state = 'undone', changed = 0, note = case when note is not null then '' end,
          undone = (select count(*) from sorted where why is null),
          superseded = (select count(*) from sorted where why is not null)
        where id = ${bind(change.id)}
      ), forgotten as (delete from bulk_change_leads where ${ofChange})
      select id, why from sorted where why is not null`;
  });
  return rows;
}

interface Undoing {
  /** SQL of `when … then`: why a lead `r` of the change stays as it is. */
  readonly why: string;
  /** SQL of the joins that it needs; one of them is `place`. */
  readonly joined: string;
  /** SQL of the assignments, from `sorted`. */
  readonly set: string;
}

/** The contact before comes back, unless somebody has reassigned the lead since. */
function contactBack({ id, contact_id: contactId }: BulkChangeRow, bind: Bind): Undoing {
  return {
    why: `when r.contact_id <> ${bind(contactId)} or l.contact_before is null
      or place.by_change is distinct from ${bind(id)} then 'reassigned-since'`,
    // With an erased history, only the contact is compared.
    joined: `cross join lateral (select coalesce((select coalesce(bulk_change_id, '') from changes
      where record_id = l.lead_id and former ? 'brokerRepId' order by id desc limit 1), ${bind(id)}) as by_change) as place`,
    set: 'contact_id = sorted.contact_before',
  };
}

/**
 * Removes only the lines of the note: where they were added; else where they occur exactly once. A
 * line break at both ends makes the first and the last line like any other.
 */
function noteTaken({ note }: BulkChangeRow, bind: Bind): Undoing {
  const added = `(E'\\n' || ${bind(note)}::text || E'\\n')`;
  const rest = `(left(lines, start - 1) || E'\\n' || substr(lines, start + length(${added})))`;
  const notes = `substr(${rest}, 2, greatest(length(${rest}) - 2, 0))`;
  return {
    why: `when ${bind(note)}::text = '' then 'note-erased' when place.start is null then 'note-edited'`,
    joined: `cross join lateral (select E'\\n' || coalesce(r.fields ->> 'notes', '') || E'\\n' as lines,
        case when coalesce(l.note_at, 0) = 0 then 1 else l.note_at + 2 end as expected) as now
      cross join lateral (select strpos(lines, ${added}) as first) as found
      cross join lateral (select lines, case
        when substr(lines, expected, length(${added})) = ${added} then expected
        when first > 0 and strpos(substr(lines, first + 1), ${added}) = 0 then first end as start) as place`,
    set: `fields = case when ${notes} = '' then fields - 'notes'
      else fields || jsonb_build_object('notes', ${notes}) end`,
  };
}

const isWithin = (scope: Scope, bind: Bind) => joinAll(scopeConditions('r', scope, bind));

/** Names the change in the history of what the transaction changes. */
async function nameChange(tx: Db, id: string, isUndo: boolean): Promise<void> {
  await sql`
    select set_config('portal.bulk_change', ${id}, true),
      set_config('portal.is_undo', ${String(isUndo)}, true)`.execute(tx);
}

/** A lead with its client and contact, as far as they are shown. */
export interface NamedLead {
  readonly id: string;
  readonly client: string;
  readonly company: string;
  readonly contact: string;
}

/** Returns the names of leads within a scope, by their ids. */
export async function nameLeads(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedLead>> {
  if (ids.length === 0) return new Map();
  const rows = await runStatement<NamedLead>(
    db,
    (bind) => `
      select r.id, coalesce(r.fields ->> 'companyName', '') as company,
        trim(coalesce(r.fields ->> 'firstName', '') || ' ' || coalesce(r.fields ->> 'lastName', '')) as client,
        trim(c.first_name || ' ' || c.last_name) as contact
      from leads as r join contacts as c on c.id = r.contact_id
      where r.id = any(${bind(ids)}) and ${isWithin(scope, bind)}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
