import type { FastifyInstance } from 'fastify';

import {
  type BulkChange,
  bulkChangeEndpoints,
  bulkChangeLimits,
  type Change,
  type ChangedLead,
  type Selection,
} from '#contract/portal/bulk-changes.ts';
import { type ContactCaller, isOwnOrOfAdmin } from '#server/auth/caller.ts';
import type { ChangeReason } from '#server/db/bulk-change-tables.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { changeWithinTime } from '#server/db/statement-limit.ts';
import { ApiError, requireAccess } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { scheduleHourly } from '#server/jobs/scheduled-jobs.ts';
import { requireOwner, toOwner } from '#server/leads/leads.policy.ts';
import { assertFiltersValid, selectedRecords } from '#server/records/list/selected-records.ts';
import { requireOwn, toScope } from '#server/records/records.ts';

import { bulkChangeWork } from './background-work.ts';
import {
  type ChangedLeadRow,
  countOutcomes,
  expectReassigned,
  listChangedLeads,
  storeFoundLeads,
  storeOthers,
} from './bulk-change-leads.store.ts';
import {
  addToOutcomes,
  type BulkChangeRow,
  deleteOldBulkChanges,
  findBulkChange,
  insertBulkChange,
  listBulkChanges,
  lockBulkChange,
  startWork,
  undoUntil,
} from './bulk-changes.store.ts';

/** How long a statement may take that prepares or starts a change of 100,000 leads, in seconds. */
export const maxPrepareSeconds = 30;

/** Registers the endpoints of bulk changes, and the jobs that work on them and delete old ones. */
export function bulkChangeRoutes(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }) {
  const wakeWork = bulkChangeWork(app, db);
  scheduleHourly(app, 'delete old bulk changes', async () => deleteOldBulkChanges(db));

  route(app, bulkChangeEndpoints.prepareBulkChange, async ({ caller, readBody }) => {
    const { selection, change } = readBody();
    assertFiltersValid(selection);
    await assertMayChange(db, caller, change);
    const prepare = async (tx: Db) => prepareChange(tx, caller, selection, change);
    return presentBulkChange(await changeWithinTime(db, prepare, maxPrepareSeconds), caller);
  });

  route(app, bulkChangeEndpoints.listBulkChanges, async ({ caller }) =>
    (await listBulkChanges(db, caller)).map((row) => presentBulkChange(row, caller)),
  );

  route(app, bulkChangeEndpoints.readBulkChange, async ({ caller, params }) =>
    presentBulkChange(requireReadableChange(caller, await findBulkChange(db, params.id)), caller),
  );

  route(app, bulkChangeEndpoints.listChangedLeads, async ({ caller, params, query, reply }) => {
    const change = requireReadableChange(caller, await findBulkChange(db, params.id));
    const { outcomes, total } = presentBulkChange(change, caller);
    const rows = await listChangedLeads(db, change.id, { ...query, scope: toScope(caller) });
    reply.header('x-total-count', query.outcome === undefined ? total : outcomes[query.outcome]);
    return rows.map((row) => presentChangedLead(row, change));
  });

  route(app, bulkChangeEndpoints.applyBulkChange, async ({ caller, params }) => {
    const apply = async (tx: Db) => {
      const current = requireOwn(caller, await lockBulkChange(tx, params.id), 'change');
      if (current.kind === 'reassign') assertMayReassign(caller);
      if (current.state !== 'prepared') return current;
      const more = await expectReassigned(tx, current);
      await addToOutcomes(tx, current.id, { unchanged: -more, pending: more });
      await startWork(tx, current.id, 'applying');
      return requireOwn(caller, await findBulkChange(tx, current.id), 'change');
    };
    const change = await changeWithinTime(db, apply, maxPrepareSeconds);
    wakeWork();
    return presentBulkChange(change, caller);
  });

  route(app, bulkChangeEndpoints.undoBulkChange, async ({ caller, params }) => {
    const change = await db.transaction().execute(async (tx) => {
      const current = requireOwn(caller, await lockBulkChange(tx, params.id), 'change');
      if (current.state === 'undoing' || current.state === 'undone') return current;
      assertCanBeUndone(current, now());
      await startWork(tx, current.id, 'undoing');
      return requireOwn(caller, await findBulkChange(tx, current.id), 'change');
    });
    wakeWork();
    return presentBulkChange(change, caller);
  });
}

async function prepareChange(tx: Db, caller: ContactCaller, selection: Selection, change: Change) {
  const id = newId();
  await insertBulkChange(tx, caller, { id, change });
  const records = selectedRecords(caller, 'leads', selection);
  const found = await storeFoundLeads(tx, { id, change }, records);
  if (found > bulkChangeLimits.leads) throw tooManyLeads;
  if ('ids' in selection) await storeOthers(tx, id, selection.ids);
  await addToOutcomes(tx, id, await countOutcomes(tx, id));
  return requireOwn(caller, await findBulkChange(tx, id), 'change');
}

const tooManyLeads = new ApiError(
  'too-many-leads',
  `Narrow the list: one change can have at most ${bulkChangeLimits.leads.toLocaleString('en')} leads.`,
);

/** @throws ApiError 409 */
function assertCanBeUndone(change: BulkChangeRow, now: Date): void {
  if (change.state !== 'applied')
    throw stateConflict(
      change.state === 'prepared'
        ? 'This change has not been applied.'
        : 'This change is still being applied. Undo it afterwards.',
    );
  const until = undoUntil(change);
  if (!until) throw stateConflict('This change changed no lead, so there’s nothing to undo.');
  if (until < now)
    throw new ApiError(
      'too-late-to-undo',
      'This change ended more than 10 minutes ago, so it can’t be undone any more.',
    );
}

const stateConflict = (sentence: string) => new ApiError('bulk-change-state-conflict', sentence);

/**
 * Returns the change, if it exists and the caller may read it: its maker, and the admins of the
 * maker’s partner once it is applied.
 * @throws ApiError 404 or 403
 */
function requireReadableChange(caller: ContactCaller, change: BulkChangeRow | undefined) {
  return requireAccess(change, 'change', (found) =>
    found.state === 'prepared'
      ? found.account_id === caller.accountId
      : isOwnOrOfAdmin(caller, found),
  );
}

/**
 * Asserts that the caller may make a change: only partner admins reassign, to a contact of the
 * partner.
 * @throws ApiError 403
 */
async function assertMayChange(db: Db, caller: ContactCaller, change: Change): Promise<void> {
  if (change.kind !== 'reassign') return;
  assertMayReassign(caller);
  await requireOwner(db, caller, { brokerRepId: change.brokerRepId }, toOwner(caller));
}

/**
 * Asserts that the caller may reassign leads.
 * @throws ApiError 403
 */
function assertMayReassign({ role }: ContactCaller): void {
  if (role !== 'partner-admin')
    throw new ApiError('no-access', 'Only partner admins can reassign leads.');
}

/** Returns a bulk change as the contract has it. Only its maker can undo it. */
function presentBulkChange(row: BulkChangeRow, caller: ContactCaller): BulkChange {
  const { pending, changed, unchanged, rejected, undone, superseded } = row;
  const isOwn = row.account_id === caller.accountId;
  const outcomes = { pending, changed, unchanged, rejected, undone, superseded };
  return {
    id: row.id,
    state: row.state,
    change:
      row.contact_id === null
        ? { kind: 'add-note', note: row.note ?? '' }
        : { kind: 'reassign', brokerRepId: row.contact_id },
    contactName: row.contact_name,
    createdBy: row.account_name,
    isOwn,
    createdAt: row.created_at.toISOString(),
    total: Object.values(outcomes).reduce((sum, one) => sum + one, 0),
    outcomes,
    undoUntil: (isOwn && undoUntil(row)?.toISOString()) || null,
  };
}

const reasons: Readonly<Record<ChangeReason, string>> = {
  'no-access': 'This lead doesn’t exist, or you don’t have access to it.',
  'not-allowed': 'You can’t reassign leads to this contact.',
  'notes-too-long': `Its notes would have more than ${bulkChangeLimits.notes.toLocaleString('en')} characters.`,
  'reassigned-since': 'It has been reassigned since.',
  'note-edited': 'The note has been edited since.',
  failed: 'Something went wrong on our side. Try this lead again, or contact support.',
  'note-erased': 'The text of the note has been erased, because it may be about a person.',
};

/** Returns a lead of a bulk change, which has the contact of this name, as the contract has it. */
function presentChangedLead(
  row: ChangedLeadRow,
  { contact_name: contact }: Pick<BulkChangeRow, 'contact_name'>,
): ChangedLead {
  return {
    id: row.id,
    client: `${row.first_name} ${row.last_name}`.trim(),
    company: row.company,
    contactBefore: row.contact_before,
    outcome: row.outcome,
    reason: presentReason(row, contact),
  };
}

/** Only a reassignment leaves leads unchanged: those that the contact has already. */
function presentReason({ outcome, reason }: ChangedLeadRow, contact: string | null): string {
  if (outcome === 'unchanged') return `Already with ${contact ?? 'this contact'}.`;
  return reason === null ? '' : reasons[reason];
}
