import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { changeWithinTime } from '#server/db/statement-limit.ts';
import { lastReassignments } from '#server/history/history.store.ts';
import {
  existingLeads,
  type LockedLead,
  lockFreeLeads,
  reassignLeads,
  saveNotes,
} from '#server/leads/leads.store.ts';
import { listContacts } from '#server/partners/partners.store.ts';

import { applied, type BatchChange, type LeadResult, undone } from './batch.rules.ts';
import { failLeads, firstLeadsWith, saveOutcomes } from './bulk-change-leads.store.ts';
import {
  addToOutcomes,
  endWork,
  lockUnfinished,
  type WorkedOnChange,
} from './bulk-changes.store.ts';

/** How long a statement of a batch may take, in milliseconds. */
const statementMs = 10_000;

/** How long a statement may take that ends a change of 100,000 leads, in seconds. */
const maxEndSeconds = 30;

/**
 * `more`: there may be leads left; `done`: there are none; `busy`: another process works on the
 * change, or others have locked its next leads.
 */
export type BatchResult = 'more' | 'done' | 'busy';

type LeadOfChange = Awaited<ReturnType<typeof firstLeadsWith>>[number];

/**
 * Applies a change to its next leads, or undoes it, in one transaction: each lead is changed
 * together with its outcome, so that it is never changed twice, even if the process is killed.
 */
export async function workOnBatch(db: Db, id: string, size: number): Promise<BatchResult> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(tx);
    const change = await lockUnfinished(tx, id);
    if (!change) return 'busy';
    const isUndo = change.state === 'undoing';
    await sql`
      select set_config('portal.bulk_change', ${id}, true),
        set_config('portal.is_undo', ${String(isUndo)}, true)`.execute(tx);
    const rows = await firstLeadsWith(tx, id, isUndo ? 'changed' : 'pending', size);
    if (rows.length === 0) {
      await endWork(tx, id, isUndo ? 'undone' : 'applied');
      return 'done';
    }
    const leads = new Map(
      (await lockFreeLeads(tx, listLeadIds(rows))).map((lead) => [lead.id, lead]),
    );
    const batch = await readBatchChange(tx, change);
    const last = new Map(
      isUndo
        ? (await lastReassignments(tx, listLeadIds(rows))).map((one) => [one.record_id, one])
        : [],
    );
    const done = rows.flatMap((row) => {
      const lead = leads.get(row.lead_id);
      if (!lead) return [];
      const before = { ...row, last: last.get(row.lead_id) };
      return [{ row, lead, result: isUndo ? undone(lead, before, batch) : applied(lead, batch) }];
    });
    await storeResults(tx, change, done);
    const gone = await rejectMissing(
      tx,
      change,
      rows.filter((row) => !leads.has(row.lead_id)),
    );
    return done.length + gone > 0 ? 'more' : 'busy';
  });
}

/**
 * Ends a change whose batches fail: its remaining leads are not changed, or not undone. Returns how
 * many those are.
 */
export async function endFailedChange(db: Db, id: string): Promise<number> {
  return changeWithinTime(
    db,
    async (tx) => {
      const change = await lockUnfinished(tx, id);
      if (!change) return 0;
      const [from, to, state] =
        change.state === 'undoing'
          ? (['changed', 'superseded', 'undone'] as const)
          : (['pending', 'rejected', 'applied'] as const);
      const failed = await failLeads(tx, id, from, to);
      await addToOutcomes(tx, id, { [from]: -failed, [to]: failed });
      await endWork(tx, id, state);
      return failed;
    },
    maxEndSeconds,
  );
}

const listLeadIds = (rows: readonly LeadOfChange[]) => rows.map((row) => row.lead_id);

/** Returns what is done, and what the account that does it may do by now. */
async function readBatchChange(tx: Db, change: WorkedOnChange): Promise<BatchChange> {
  const { contact_id: contactId, account_partner: partnerId, account_contact: own } = change;
  const isAdmin = change.role === 'partner-admin';
  const canSee = change.disabled_at === null && partnerId !== null && own !== null;
  const isContact =
    canSee &&
    contactId !== null &&
    (await listContacts(tx, { partnerId, id: contactId })).length > 0;
  const scope = isAdmin ? { partnerId: partnerId ?? '' } : { contactId: own ?? '' };
  return {
    accountId: change.account_id,
    contactId,
    note: change.note ?? '',
    scope: canSee ? scope : null,
    canReassign: isAdmin && isContact,
  };
}

interface Done {
  readonly row: LeadOfChange;
  readonly lead: LockedLead;
  readonly result: LeadResult;
}

/** Stores the leads as they are to be, their outcomes, and how many have each outcome. */
async function storeResults(tx: Db, change: WorkedOnChange, done: readonly Done[]): Promise<void> {
  const { id, account_id: accountId } = change;
  const results = done.map(({ lead, result }) => ({ id: lead.id, ...result }));
  const reassigned = results.flatMap((one) =>
    one.contactId === undefined ? [] : [{ id: one.id, contactId: one.contactId }],
  );
  const noted = results.flatMap((one) =>
    one.notes === undefined ? [] : [{ id: one.id, notes: one.notes }],
  );
  await reassignLeads(tx, accountId, reassigned);
  await saveNotes(tx, accountId, noted);
  const outcomes = done.map(({ row, lead, result }) => ({
    position: row.position,
    outcome: result.outcome,
    reason: result.reason ?? null,
    contact_before: result.outcome === 'changed' ? lead.contact_id : row.contact_before,
    note_at:
      change.state === 'applying' && result.notes !== undefined ? lead.notes.length : row.note_at,
  }));
  await saveOutcomes(tx, id, outcomes);
  await addToOutcomes(tx, id, countChanges(done));
}

function countChanges(done: readonly Done[]): Record<string, number> {
  const more: Record<string, number> = {};
  for (const { row, result } of done) {
    more[row.outcome] = (more[row.outcome] ?? 0) - 1;
    more[result.outcome] = (more[result.outcome] ?? 0) + 1;
  }
  return more;
}

/** Stores that leads cannot be changed that do not exist any more. Returns how many those are. */
async function rejectMissing(tx: Db, { id, state }: WorkedOnChange, rows: readonly LeadOfChange[]) {
  if (rows.length === 0) return 0;
  const existing = await existingLeads(tx, listLeadIds(rows));
  const gone = rows.filter((row) => !existing.has(row.lead_id));
  const outcome = state === 'applying' ? 'rejected' : 'superseded';
  await saveOutcomes(
    tx,
    id,
    gone.map((row) => ({ ...row, outcome, reason: 'no-access' as const })),
  );
  const from = state === 'applying' ? 'pending' : 'changed';
  await addToOutcomes(tx, id, { [from]: -gone.length, [outcome]: gone.length });
  return gone.length;
}
