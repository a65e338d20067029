import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Selectable, sql } from 'kysely';

import { namedKeyEndpoints, namedKeyLimits } from '#contract/portal/api-keys.ts';
import type { AuditAct } from '#contract/portal/audit/audit.ts';
import { lockActiveAccount } from '#server/accounts/accounts.store.ts';
import { getOrigin, recordAct } from '#server/audit/audit.store.ts';
import { maskApiKey, newApiKey, shownEnd } from '#server/auth/api-keys.rules.ts';
import type { Caller } from '#server/auth/caller.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import { hashToken } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';
import { fieldError, requireFound } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { scheduleHourly } from '#server/jobs/scheduled-jobs.ts';
import { requireKeyOwner } from '#server/managed-accounts/managed-accounts.policy.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Registers the endpoints of named keys, where the portal makes the keys. */
export function namedKeyRoutes(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }) {
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
    return db.transaction().execute(async (tx) => {
      await lockActiveAccount(tx, account_id);
      await requireConfirmed(tx, caller);
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
      if (overlapHours > 0) await requireOverlap(tx, old.account_id);
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
      await tx.deleteFrom('named_keys').where('id', '=', key.id).execute();
      await record(tx, 'key-revoked', { caller, request, key });
    });
  });
}

async function requireKey(tx: Db, caller: Caller, id: string) {
  const key = requireFound(await lockNamedKey(tx, id), 'API key');
  await requireKeyOwner(tx, caller, key.account_id);
  return key;
}

/**
 * Asserts that another key of an account can work on beside the one that replaces it.
 * @throws ApiError 400
 */
async function requireOverlap(tx: Db, accountId: string): Promise<void> {
  if ((await listNamedKeys(tx, accountId)).length < namedKeyLimits.withReplaced) return;
  throw fieldError(
    'overlapHours',
    `There are ${namedKeyLimits.withReplaced} keys that work, with those that were replaced. Revoke one first, or let this one end at once.`,
  );
}

interface KeyAct {
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly key: Pick<NamedKeyRow, 'id' | 'account_id'>;
  readonly newKey?: string;
}

async function record(tx: Db, act: AuditAct, { caller, request, key, newKey }: KeyAct) {
  const subject = { type: 'account', id: key.account_id };
  const details = { key: key.id, ...(newKey !== undefined && { newKey }) };
  await recordAct(tx, { ...getOrigin(caller, request), act, subject, details });
}

type NamedKeyRow = Omit<Selectable<Tables['named_keys']>, 'key_hash'>;

const columns = [
  'id',
  'account_id',
  'name',
  'last_four',
  'is_read_only',
  'created_at',
  'expires_at',
] as const;

/** Returns the keys of an account that have not expired, newest first, with their last uses. */
async function listNamedKeys(db: Db, accountId: string) {
  return db
    .selectFrom('named_keys')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('key_uses')
          .select(['address', 'last_at'])
          .whereRef('key_id', '=', 'named_keys.id')
          .orderBy('last_at', 'desc')
          .limit(1)
          .as('used'),
      (join) => join.onTrue(),
    )
    .select(columns)
    .select(['used.address', 'used.last_at'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`coalesce(expires_at > now(), true)`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/**
 * Returns a key by id, whosever it is. Locks it until the transaction ends, and before it the
 * account, like a deactivation, which ends the keys.
 */
async function lockNamedKey(tx: Db, id: string): Promise<NamedKeyRow | undefined> {
  const owner = tx.selectFrom('named_keys').select('account_id').where('id', '=', id);
  await sql`select from accounts where id = (${owner}) for no key update`.execute(tx);
  return tx
    .selectFrom('named_keys')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Creates a key and returns it, the only time that it is shown. */
export async function insertNamedKey(
  tx: Db,
  key: Pick<NamedKeyRow, 'account_id' | 'name' | 'is_read_only' | 'expires_at'>,
): Promise<{ id: string; apiKey: string }> {
  const [id, apiKey] = [newId(), newApiKey()];
  const secret = { key_hash: hashToken(apiKey), last_four: shownEnd(apiKey) };
  await tx
    .insertInto('named_keys')
    .values({ id, ...key, ...secret })
    .execute();
  return { id, apiKey };
}

/** Lets a key expire after some hours, if it does not expire before. */
async function expireNamedKey(tx: Db, id: string, hours: number): Promise<void> {
  const end = sql<Date>`least(expires_at, now() + make_interval(hours => ${hours}))`;
  await tx.updateTable('named_keys').set({ expires_at: end }).where('id', '=', id).execute();
}

/** Deletes expired keys, and old uses of keys. */
async function deleteOldKeyUses(db: Db): Promise<void> {
  await db
    .deleteFrom('named_keys')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
  await db
    .deleteFrom('key_uses')
    .where('last_at', '<', sql<Date>`now() - interval '400 days'`)
    .execute();
}
