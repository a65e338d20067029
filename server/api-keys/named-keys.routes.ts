import type { FastifyInstance, FastifyRequest } from 'fastify';

import { namedKeyEndpoints, namedKeyLimits } from '#contract/portal/api-keys.ts';
import type { AuditAction } from '#contract/portal/audit/audit.ts';
import { lockActiveAccount } from '#server/accounts/accounts.policy.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { Caller } from '#server/auth/caller.ts';
import * as store from '#server/auth/keys.store.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldError, requireFound } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { requireKeyOwner } from '#server/managed-accounts/managed-accounts.policy.ts';

import { presentNamedKey } from './named-keys.presenter.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Registers the endpoints of named keys, where the portal makes the keys. */
export function namedKeyRoutes(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }) {
  route(app, namedKeyEndpoints.listNamedKeys, async ({ caller, query }) => {
    const keys = await store.listNamedKeys(db, await requireKeyOwner(db, caller, query.accountId));
    return keys.map(presentNamedKey);
  });

  route(app, namedKeyEndpoints.createNamedKey, async ({ caller, readBody, request }) => {
    const { name, isReadOnly, days, accountId } = readBody();
    const account_id = await requireKeyOwner(db, caller, accountId);
    return db.transaction().execute(async (tx) => {
      await lockActiveAccount(tx, account_id);
      await requireConfirmed(tx, caller);
      if ((await store.listNamedKeys(tx, account_id)).length >= namedKeyLimits.keys)
        throw fieldError('name', `There are ${namedKeyLimits.keys} keys: revoke one first.`);
      const created = await store.createNamedKey(tx, {
        account_id,
        name,
        is_read_only: isReadOnly,
        expires_at: days === null ? null : new Date(now().getTime() + days * dayMs),
      });
      await record(tx, 'key-created', { caller, request, key: { id: created.id, account_id } });
      return created;
    });
  });

  route(app, namedKeyEndpoints.replaceNamedKey, async ({ caller, params, readBody, request }) => {
    return db.transaction().execute(async (tx) => {
      const old = await requireKey(tx, caller, params.id);
      await requireConfirmed(tx, caller);
      const { overlapHours } = readBody();
      if (overlapHours > 0) await requireOverlap(tx, old.account_id);
      const { account_id, name, is_read_only, expires_at } = old;
      const created = await store.createNamedKey(tx, {
        account_id,
        name,
        is_read_only,
        expires_at,
      });
      await store.expireNamedKey(tx, old.id, overlapHours);
      await record(tx, 'key-replaced', { caller, request, key: old, newKey: created.id });
      return created;
    });
  });

  route(app, namedKeyEndpoints.revokeNamedKey, async ({ caller, params, request }) => {
    await db.transaction().execute(async (tx) => {
      const key = await requireKey(tx, caller, params.id);
      await store.deleteNamedKey(tx, key.id);
      await record(tx, 'key-revoked', { caller, request, key });
    });
  });
}

async function requireKey(tx: Db, caller: Caller, id: string) {
  const key = requireFound(await store.lockNamedKey(tx, id), 'API key');
  await requireKeyOwner(tx, caller, key.account_id);
  return key;
}

/**
 * Asserts that another key of an account can work on beside the one that replaces it.
 * @throws ApiError 400
 */
async function requireOverlap(tx: Db, accountId: string): Promise<void> {
  if ((await store.listNamedKeys(tx, accountId)).length < namedKeyLimits.withReplaced) return;
  throw fieldError(
    'overlapHours',
    `There are ${namedKeyLimits.withReplaced} keys that work, with those that were replaced. Revoke one first, or let this one end at once.`,
  );
}

interface RecordedKey {
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly key: Pick<store.NamedKeyRow, 'id' | 'account_id'>;
  readonly newKey?: string;
}

async function record(tx: Db, action: AuditAction, { caller, request, key, newKey }: RecordedKey) {
  const subject = { type: 'account', id: key.account_id };
  const details = { key: key.id, ...(newKey !== undefined && { newKey }) };
  await recordAction(tx, { ...getOrigin(caller, request), action, subject, details });
}
