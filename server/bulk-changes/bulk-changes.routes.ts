import type { FastifyInstance } from 'fastify';

import {
  bulkChangeEndpoints,
  bulkChangeLimits,
  type Change,
  type ChangeResult,
  type Selection,
  tooManyLeads,
} from '#contract/portal/bulk-changes.ts';
import { getOrigin, recordAct } from '#server/audit/audit.store.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { withinTime, withStatementLimit } from '#server/db/statement-limit.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { echoKey, withIdempotency } from '#server/idempotency/idempotency.ts';
import { scheduleHourly } from '#server/jobs/scheduled-jobs.ts';
import { requireOwner, toOwner } from '#server/leads/leads.policy.ts';
import { listContacts } from '#server/partners/partners.store.ts';
import { assertFiltersValid, selectedRecords } from '#server/records/list/selected-records.ts';
import { requireOwn, toScope } from '#server/records/records.policy.ts';

import {
  firstChanged,
  groupLeft,
  type LeftIds,
  presentBulkChange,
  presentLeft,
  presentPreview,
} from './bulk-changes.presenter.ts';
import {
  type BulkChangeRow,
  deleteOldBulkChanges,
  endAbandoned,
  findBulkChange,
  listUndoable,
  lockBulkChange,
  undoUntil,
} from './bulk-changes.store.ts';
import {
  changeLeads,
  findChanged,
  sortFound,
  type SortedLead,
  lockLeads,
  nameLeads,
  undoLeads,
} from './changed-leads.store.ts';

/** How long a statement may take that finds or changes 10,000 leads, in seconds. */
export const maxChangeSeconds = 30;

/** Registers the endpoints of bulk changes, and the job that deletes old ones. */
export function bulkChangeRoutes(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }) {
  scheduleHourly(app, 'delete old bulk changes', async () => {
    await endAbandonedChanges(db);
    await deleteOldBulkChanges(db);
  });

  route(app, bulkChangeEndpoints.previewBulkChange, async ({ caller, readBody }) => {
    const { selection, change } = readBody();
    await assertMayChange(db, caller, selection, change);
    const preview = async (tx: Db) => previewChange(tx, caller, { selection, change, now });
    return withinTime(db, preview, maxChangeSeconds);
  });

  route(app, bulkChangeEndpoints.makeBulkChange, async ({ caller, readBody, request, reply }) => {
    const { selection, change, previewedAt } = readBody();
    await assertMayChange(db, caller, selection, change);
    const keyed = { endpoint: bulkChangeEndpoints.makeBulkChange, caller, request };
    const made = await inTime(async () =>
      withIdempotency(db, keyed, async (tx) => {
        const left = await makeChange(tx, caller, { selection, change, previewedAt });
        const row = requireOwn(caller, await findBulkChange(tx, left.id), 'change');
        const { changed, unchanged, rejected } = row;
        await recordAct(tx, {
          ...getOrigin(caller, request),
          act: 'bulk-change',
          subject: { type: 'bulk-change', id: row.id },
          details: { change: row.kind, leads: changed, unchanged, rejected },
        });
        return left;
      }),
    );
    echoKey(request, reply);
    return readResult(db, caller, made);
  });

  route(app, bulkChangeEndpoints.listBulkChanges, async ({ caller }) =>
    (await listUndoable(db, caller.accountId)).map(presentBulkChange),
  );

  route(app, bulkChangeEndpoints.undoBulkChange, async ({ caller, params, request }) => {
    const undone = await inTime(async () =>
      db.transaction().execute(async (tx) => {
        const { id } = params;
        const current = requireOwn(caller, await lockBulkChange(tx, id), 'change');
        if (current.kind === 'reassign') assertMayReassign(caller);
        if (current.state === 'undone') return { id, left: [] };
        assertCanBeUndone(current, now());
        await lockLeads(tx, await findChanged(tx, id));
        const left = groupLeft(await undoLeads(tx, caller, current));
        const superseded = left.reduce((sum, { total }) => sum + total, 0);
        await recordAct(tx, {
          ...getOrigin(caller, request),
          act: 'bulk-change-undone',
          subject: { type: 'bulk-change', id },
          details: { change: current.kind, leads: current.changed - superseded, superseded },
        });
        return { id, left };
      }),
    );
    return readResult(db, caller, undone);
  });
}

const inTime = async <Result>(work: () => Promise<Result>) =>
  withStatementLimit(maxChangeSeconds * 1000, work);

interface RequestedChange {
  readonly selection: Selection;
  readonly change: Change;
}

async function previewChange(
  tx: Db,
  caller: ContactCaller,
  { selection, change, now }: RequestedChange & { now: () => Date },
) {
  const previewedAt = now().toISOString();
  const { found, others } = await findSelected(tx, caller, { selection, change });
  const sorted = [...found, ...others.map((id) => ({ id, why: 'no-access' as const }))];
  const left = groupLeft(sorted).flatMap(({ ids }) => ids);
  const names = await nameLeads(tx, toScope(caller), [...firstChanged(sorted), ...left]);
  const contact =
    change.kind === 'reassign'
      ? (await listContacts(tx, { partnerId: caller.partnerId, id: change.brokerRepId }))[0]
      : undefined;
  const contactName = contact ? `${contact.first_name} ${contact.last_name}`.trim() : null;
  return presentPreview(sorted, { previewedAt, contactName, names });
}

/** Makes a change, and returns its id with the leads that stay as they are. */
async function makeChange(
  tx: Db,
  caller: ContactCaller,
  { previewedAt, ...requested }: RequestedChange & { previewedAt: string },
) {
  const id = newId();
  const { found, others } = await findSelected(tx, caller, requested, previewedAt);
  const ids = found.map((lead) => lead.id);
  await lockLeads(tx, ids);
  const { change } = requested;
  const left = await changeLeads(tx, caller, { id, change, ids, others: others.length });
  const gone = others.map((other) => ({ id: other, why: 'no-access' as const }));
  return { id, left: groupLeft([...left, ...gone]) };
}

/**
 * Returns the selected leads that the caller sees, sorted; and the ids of those that were selected
 * and are not there.
 * @throws ApiError 400 if there are too many
 */
async function findSelected(
  tx: Db,
  caller: ContactCaller,
  { selection, change }: RequestedChange,
  previewedAt?: string,
): Promise<{ found: SortedLead[]; others: string[] }> {
  const request = selectedRecords(caller, 'leads', selection);
  const found = await sortFound(tx, change, request, previewedAt);
  if (found.length > bulkChangeLimits.leads)
    throw new ApiError('invalid-fields', tooManyLeads, {
      fields: { 'selection.query': tooManyLeads },
    });
  if (!('ids' in selection)) return { found, others: [] };
  const seen = new Set(found.map(({ id }) => id));
  return { found, others: [...new Set(selection.ids)].filter((id) => !seen.has(id)) };
}

/** Returns a change as it is now, with the leads that stayed as they are. */
async function readResult(
  db: Db,
  caller: ContactCaller,
  { id, left }: { id: string; left: readonly LeftIds[] },
): Promise<ChangeResult> {
  const row = requireOwn(caller, await findBulkChange(db, id), 'change');
  const names = await nameLeads(
    db,
    toScope(caller),
    left.flatMap(({ ids }) => ids),
  );
  return { ...presentBulkChange(row), left: presentLeft(left, names) };
}

/** Ends changes that the version before has not completed, and records that for their authors. */
async function endAbandonedChanges(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { id, account_id: accountId, ...ended } of await endAbandoned(tx))
      await recordAct(tx, {
        actor: { type: 'account', id: accountId },
        partnerId: ended.partner_id,
        address: null,
        act: 'bulk-change',
        subject: { type: 'bulk-change', id },
        details: { change: ended.kind, leads: ended.changed, abandoned: ended.left },
      });
  });
}

/** @throws ApiError 409 */
function assertCanBeUndone(change: BulkChangeRow, now: Date): void {
  if (change.state !== 'applied')
    throw stateConflict('This change is still being made. Undo it afterwards.');
  const until = undoUntil(change);
  if (!until) throw stateConflict('This change changed no lead, so there’s nothing to undo.');
  if (until < now)
    throw new ApiError(
      'too-late-to-undo',
      'This change was made more than 10 minutes ago, so it can’t be undone any more.',
    );
}

const stateConflict = (sentence: string) => new ApiError('bulk-change-state-conflict', sentence);

/**
 * Asserts that the caller may make a change: only partner admins reassign, to a contact of the
 * partner; and that the selection is what the list shows.
 * @throws ApiError 400 or 403
 */
async function assertMayChange(
  db: Db,
  caller: ContactCaller,
  selection: Selection,
  change: Change,
): Promise<void> {
  assertFiltersValid(selection);
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
