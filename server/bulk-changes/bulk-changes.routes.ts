import type { FastifyInstance } from 'fastify';

import {
  bulkChangeEndpoints,
  bulkChangeLimits,
  type Change,
  type Selection,
} from '#contract/portal/bulk-changes.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { changeWithinTime } from '#server/db/time-limit.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { scheduleHourly } from '#server/jobs/scheduled-jobs.ts';
import { assertFiltersValid, selectedRecords } from '#server/records/list/selected-records.ts';
import { requireOwn, toScope } from '#server/records/records.policy.ts';

import { bulkChangeWork } from './background-work.ts';
import {
  countOutcomes,
  expectReassigned,
  listChangedLeads,
  storeFoundLeads,
  storeOthers,
} from './bulk-change-leads.store.ts';
import {
  assertMayChange,
  assertMayReassign,
  requireReadableChange,
} from './bulk-changes.policy.ts';
import { presentBulkChange, presentChangedLead } from './bulk-changes.presenter.ts';
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
const maxPrepareSeconds = 30;

/** Registers the endpoints of bulk changes, and the jobs that work on them and delete old ones. */
export function bulkChangeRoutes(
  app: FastifyInstance,
  { db, now }: { db: Db; now: () => Date },
): void {
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

async function prepareChange(
  tx: Db,
  caller: ContactCaller,
  selection: Selection,
  change: Change,
): Promise<BulkChangeRow> {
  const id = newId();
  await insertBulkChange(tx, { id, accountId: caller.accountId, change });
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
