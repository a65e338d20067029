import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';

import { type View, viewEndpoints, viewLimits } from '#contract/portal/views.ts';
import { parseQuery } from '#contract/query-string.ts';
import { lockAccount } from '#server/accounts/accounts.store.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { countMatches } from '#server/records/list/list-counts.store.ts';
import { toReader } from '#server/records/list/list-request.ts';
import { recordDescriptions } from '#server/records/records.store.ts';

import { requireChangeable, requireSharing, requireView } from './views.policy.ts';
import { presentView } from './views.presenter.ts';
import { toStoredQuery } from './views.rules.ts';
import * as store from './views.store.ts';

/** Registers the endpoints of the views of lists. */
export function viewRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  route(app, viewEndpoints.listViews, async ({ caller }) =>
    (await store.listViews(db, caller)).map((view) => presentView(caller, view)),
  );

  route(app, viewEndpoints.createView, async ({ caller, readBody }) => {
    const body = readBody();
    return db.transaction().execute(async (tx) => createView(tx, caller, body));
  });

  route(app, viewEndpoints.updateView, async ({ caller, params, readBody }) =>
    db.transaction().execute(async (tx) => {
      const found = await store.lockView(tx, caller.accountId, params.id);
      const current = requireChangeable(caller, found);
      return changeView(tx, caller, current, readBody());
    }),
  );

  route(app, viewEndpoints.pinView, async ({ caller, params, readBody }) => {
    const { accountId } = caller;
    return db.transaction().execute(async (tx) => {
      const view = requireView(caller, await store.lockView(tx, accountId, params.id));
      const { isPinned } = readBody();
      const { pinned } = await store.countOwnViews(tx, accountId);
      if (!isPinned) await store.setPinned(tx, { account_id: accountId, view_id: view.id }, false);
      else if (!view.is_pinned) await pin(tx, { accountId, viewId: view.id, pinned });
      return presentView(caller, { ...view, is_pinned: isPinned });
    });
  });

  route(app, viewEndpoints.deleteView, async ({ caller, params }) => {
    await db.transaction().execute(async (tx) => {
      const found = await store.lockView(tx, caller.accountId, params.id);
      await store.deleteView(tx, requireChangeable(caller, found).id);
    });
  });

  route(app, viewEndpoints.countViews, async ({ caller }) => {
    const pinned = (await store.listViews(db, caller)).filter((view) => view.is_pinned);
    const counts: { id: string; total: number | null }[] = [];
    // One after the other: the side bar must not take all connections.
    for (const { id, list, query } of pinned) {
      // Filters that the contract no longer has count as absent.
      const filters = parseQuery(recordDescriptions[list].query, new URLSearchParams(query));
      const request = { ...filters, ...toReader(caller) };
      counts.push({ id, total: await countMatches(db, list, request, viewLimits.total) });
    }
    return counts;
  });
}

async function createView(
  tx: Db,
  caller: Caller,
  { list, name, query, isShared, isPinned }: z.output<typeof viewEndpoints.createView.body>,
): Promise<View> {
  const partnerId = isShared ? requireSharing(caller) : null;
  const id = newId();
  const { accountId } = caller;
  const { saved, pinned } = await store.countOwnViews(tx, accountId);
  if (saved >= viewLimits.views) throw tooMany(`You have ${saved} views. Delete one first.`);
  const view = { id, account_id: accountId, list, name };
  if (await store.isNameTaken(tx, view)) throw nameTaken(caller, view);
  await store.insertView(tx, { ...view, partner_id: partnerId, query: toStoredQuery(list, query) });
  if (isPinned) await pin(tx, { accountId, viewId: id, pinned });
  return presentView(caller, requireView(caller, await store.findView(tx, accountId, id)));
}

async function changeView(
  tx: Db,
  caller: Caller,
  current: store.ViewRow,
  { name, query, isShared }: z.output<typeof viewEndpoints.updateView.body>,
): Promise<View> {
  const renamed = { ...current, name: name ?? current.name };
  const isRenamed = renamed.name !== current.name;
  if (isRenamed) await lockAccount(tx, current.account_id);
  if (isRenamed && (await store.isNameTaken(tx, renamed))) throw nameTaken(caller, renamed);
  await store.updateView(tx, current, {
    ...(name !== undefined && { name }),
    ...(query !== undefined && { query: toStoredQuery(current.list, query) }),
    ...(isShared !== undefined && { partner_id: isShared ? requireSharing(caller) : null }),
  });
  // An admin who ends the sharing of a colleague's view no longer has it.
  return presentView(caller, (await store.findView(tx, caller.accountId, current.id)) ?? current);
}

/** Puts a view in the side bar of an account that has `pinned` there. */
async function pin(
  tx: Db,
  { accountId, viewId, pinned }: { accountId: string; viewId: string; pinned: number },
): Promise<void> {
  if (pinned >= viewLimits.pinned)
    throw tooMany(`You have ${pinned} pinned views. Unpin one first.`);
  await store.setPinned(tx, { account_id: accountId, view_id: viewId }, true);
}

const tooMany = (sentence: string): ApiError => new ApiError('too-many-views', sentence);

/** Returns the error for a name in use. An admin doesn’t learn the names of a colleague’s views. */
function nameTaken(
  caller: Caller,
  { list, name, account_id: owner }: Pick<View, 'list' | 'name'> & { account_id: string },
): ApiError {
  const message =
    owner === caller.accountId
      ? `You already have a view of ${list} named “${name}”. Choose another name.`
      : 'Its owner has another view with this name.';
  return new ApiError('name-in-use', message);
}
