import type { FastifyInstance } from 'fastify';

import { bulkChangeEndpoints, type ChangeResult } from '#contract/portal/bulk-changes.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import { getOrigin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { withinTime, withStatementLimit } from '#server/db/statement-limit.ts';
import { route } from '#server/http/routes.ts';
import { echoKey, withIdempotency } from '#server/idempotency/idempotency.ts';
import { scheduleHourly } from '#server/jobs/scheduled-jobs.ts';
import { requireOwn, toScope } from '#server/records/records.policy.ts';

import { assertCanBeUndone, assertMayChange, assertMayReassign } from './bulk-changes.policy.ts';
import {
  groupLeft,
  type LeftIds,
  presentBulkChange,
  presentLeft,
} from './bulk-changes.presenter.ts';
import {
  deleteOldBulkChanges,
  endAbandoned,
  findBulkChange,
  listUndoable,
  lockBulkChange,
} from './bulk-changes.store.ts';
import { findChanged, lockLeads, nameLeads, undoLeads } from './changed-leads.store.ts';
import { makeChange, previewChange } from './make-change.ts';

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
        await recordAction(tx, {
          ...getOrigin(caller, request),
          action: 'bulk-change',
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
        await recordAction(tx, {
          ...getOrigin(caller, request),
          action: 'bulk-change-undone',
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
      await recordAction(tx, {
        actor: { type: 'account', id: accountId },
        partnerId: ended.partner_id,
        address: null,
        action: 'bulk-change',
        subject: { type: 'bulk-change', id },
        details: { change: ended.kind, leads: ended.changed, abandoned: ended.left },
      });
  });
}
