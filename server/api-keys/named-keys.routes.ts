import type { FastifyInstance, FastifyRequest } from 'fastify';

import { namedKeyEndpoints, namedKeyLimits } from '#contract/portal/api-keys/named-keys.ts';
import type { AuditAct } from '#contract/portal/audit/audit.ts';
import { lockAccount } from '#server/accounts/accounts.store.ts';
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
} from '#server/auth/named-keys.store.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { scheduleHourly } from '#server/jobs/scheduled-jobs.ts';
import { requireOwn } from '#server/records/records.policy.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Registers the endpoints of a person’s named keys, where the portal makes the keys. */
export function namedKeyRoutes(
  app: FastifyInstance,
  { db, now }: { db: Db; now: () => Date },
): void {
  scheduleHourly(app, 'delete old uses of keys', async () => deleteOldKeyUses(db));

  route(app, namedKeyEndpoints.listNamedKeys, async ({ caller }) => {
    const keys = await listNamedKeys(db, caller.accountId);
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
    await requireConfirmed(db, caller);
    const { name, isReadOnly, days } = readBody();
    return db.transaction().execute(async (tx) => {
      await lockAccount(tx, caller.accountId);
      if ((await listNamedKeys(tx, caller.accountId)).length >= namedKeyLimits.keys)
        throw fieldError('name', `You have ${namedKeyLimits.keys} keys: revoke one first.`);
      const created = await insertNamedKey(tx, {
        account_id: caller.accountId,
        name,
        is_read_only: isReadOnly,
        expires_at: days === null ? null : new Date(now().getTime() + days * dayMs),
      });
      await record(tx, 'key-created', { caller, request, id: created.id });
      return created;
    });
  });

  route(app, namedKeyEndpoints.replaceNamedKey, async ({ caller, params, readBody, request }) => {
    return db.transaction().execute(async (tx) => {
      const old = requireOwn(caller, await lockNamedKey(tx, params.id), 'API key');
      await requireConfirmed(tx, caller);
      const { overlapHours } = readBody();
      const { account_id, name, is_read_only, expires_at } = old;
      const created = await insertNamedKey(tx, { account_id, name, is_read_only, expires_at });
      await expireNamedKey(tx, old.id, overlapHours);
      await record(tx, 'key-replaced', { caller, request, id: old.id });
      return created;
    });
  });

  route(app, namedKeyEndpoints.revokeNamedKey, async ({ caller, params, request }) => {
    await db.transaction().execute(async (tx) => {
      const { id } = requireOwn(caller, await lockNamedKey(tx, params.id), 'API key');
      await deleteNamedKey(tx, id);
      await record(tx, 'key-revoked', { caller, request, id });
    });
  });
}

async function record(
  tx: Db,
  act: AuditAct,
  { caller, request, id }: { caller: Caller; request: FastifyRequest; id: string },
): Promise<void> {
  const subject = { type: 'api-key', id };
  await recordAct(tx, { ...getOrigin(caller, request), act, subject });
}
