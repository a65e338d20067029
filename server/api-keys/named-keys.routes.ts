import type { FastifyInstance, FastifyRequest } from 'fastify';

import { namedKeyEndpoints, namedKeyLimits } from '#contract/portal/api-keys/named-keys.ts';
import type { AuditAct } from '#contract/portal/audit/audit.ts';
import { lockAccount, readAccount } from '#server/accounts/accounts.store.ts';
import { getOrigin, recordAct } from '#server/audit/audit.store.ts';
import { maskApiKey } from '#server/auth/api-keys.rules.ts';
import type { Caller } from '#server/auth/caller.ts';
import {
  deleteNamedKey,
  deleteOldKeyUses,
  expireNamedKey,
  insertNamedKey,
  listNamedKeys,
  lockNamedKey,
  type NamedKeyRow,
} from '#server/auth/named-keys.store.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError, fieldError, requireFound } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { scheduleHourly } from '#server/jobs/scheduled-jobs.ts';
import { requireKeyOwner } from '#server/managed-accounts/managed-accounts.policy.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Registers the endpoints of named keys, where the portal makes the keys. */
export function namedKeyRoutes(
  app: FastifyInstance,
  { db, now }: { db: Db; now: () => Date },
): void {
  scheduleHourly(app, 'delete old uses of keys', async () => deleteOldKeyUses(db));

  route(app, namedKeyEndpoints.listNamedKeys, async ({ caller, query }) => {
    const keys = await listNamedKeys(db, await requireKeyOwner(db, caller, query.accountId));
    return keys.map((key) => ({
      id: key.id,
      name: key.name,
      masked: maskApiKey(key.last_four, false),
      isReadOnly: key.is_read_only,
      createdAt: key.created_at.toISOString(),
      expiresAt: key.expires_at?.toISOString() ?? null,
      lastUsedAt: key.last_at?.toISOString() ?? null,
      lastAddress: key.address,
    }));
  });

  route(app, namedKeyEndpoints.createNamedKey, async ({ caller, readBody, request }) => {
    const { name, isReadOnly, days, accountId } = readBody();
    const account_id = await requireKeyOwner(db, caller, accountId);
    await requireConfirmed(db, caller);
    return db.transaction().execute(async (tx) => {
      await requireActive(tx, account_id);
      if ((await listNamedKeys(tx, account_id)).length >= namedKeyLimits.keys)
        throw fieldError('name', `There are ${namedKeyLimits.keys} keys: revoke one first.`);
      const created = await insertNamedKey(tx, {
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
      const { account_id, name, is_read_only, expires_at } = old;
      const created = await insertNamedKey(tx, { account_id, name, is_read_only, expires_at });
      await expireNamedKey(tx, old.id, overlapHours);
      await record(tx, 'key-replaced', { caller, request, key: old, newKey: created.id });
      return created;
    });
  });

  route(app, namedKeyEndpoints.revokeNamedKey, async ({ caller, params, request }) => {
    await db.transaction().execute(async (tx) => {
      const key = await requireKey(tx, caller, params.id);
      await deleteNamedKey(tx, key.id);
      await record(tx, 'key-revoked', { caller, request, key });
    });
  });
}

/** Lets the deactivation of an account wait, which ends its keys; throws if it has come first. */
async function requireActive(tx: Db, accountId: string): Promise<void> {
  await lockAccount(tx, accountId);
  if ((await readAccount(tx, accountId)).disabled_at !== null)
    throw new ApiError('no-access', 'This account is deactivated. Activate it first.');
}

async function requireKey(tx: Db, caller: Caller, id: string) {
  const key = requireFound(await lockNamedKey(tx, id), 'API key');
  await requireKeyOwner(tx, caller, key.account_id);
  return key;
}

async function record(
  tx: Db,
  act: AuditAct,
  {
    caller,
    request,
    key,
    newKey,
  }: {
    caller: Caller;
    request: FastifyRequest;
    key: Pick<NamedKeyRow, 'id' | 'account_id'>;
    newKey?: string;
  },
): Promise<void> {
  const subject = { type: 'account', id: key.account_id };
  const details = { key: key.id, ...(newKey !== undefined && { newKey }) };
  await recordAct(tx, { ...getOrigin(caller, request), act, subject, details });
}
