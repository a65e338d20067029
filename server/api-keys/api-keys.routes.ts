import type { FastifyInstance } from 'fastify';

import { apiKeyEndpoints } from '#contract/portal/api-keys.ts';
import { enteredKeyEndpoints } from '#contract/portal/entered-keys.ts';
import { readIdentity } from '#server/accounts/accounts.store.ts';
import { getOrigin, recordAct } from '#server/audit/audit.store.ts';
import { maskApiKey } from '#server/auth/api-keys.rules.ts';
import {
  type ApiKeyRow,
  ensureApiKey,
  findApiKey,
  replaceApiKey,
} from '#server/auth/api-keys.store.ts';
import { decryptText } from '#server/auth/encryption.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';

import { enterApiKey, type KeyDeps, requireEntered } from './enter-api-key.ts';

/** Registers the endpoints of the profile page and its API key. */
export function apiKeyRoutes(app: FastifyInstance, { db, secrets, upstream }: KeyDeps): void {
  const keys = secrets.apiKeys;
  const isEntered = upstream !== null;

  route(app, apiKeyEndpoints.readProfile, async ({ caller }) => {
    const key = await findKey(caller.accountId);
    return {
      ...(await readIdentity(db, caller.accountId)),
      baseAddress: app.publicUrl,
      entersApiKey: isEntered,
      apiKey: key && {
        masked: maskApiKey(key.last_four, isEntered),
        createdAt: key.created_at.toISOString(),
        lastUsedAt: key.last_used_at?.toISOString() ?? null,
        rejectedAt: key.rejected_at?.toISOString() ?? null,
      },
    };
  });

  route(app, apiKeyEndpoints.revealApiKey, async ({ caller, request }) => {
    await requireConfirmed(db, caller);
    const key = await findKey(caller.accountId);
    if (!key) throw new ApiError('no-api-key', 'There is no API key to show. Enter yours first.');
    const apiKey = decryptText(keys, caller.accountId, key.encrypted);
    if (apiKey === undefined)
      throw new ApiError(
        'api-key-unreadable',
        'This API key can no longer be shown, because the portal secret has changed. Replace it.',
      );
    await recordAct(db, { ...getOrigin(caller, request), act: 'key-shown' });
    return { apiKey };
  });

  route(app, apiKeyEndpoints.replaceApiKey, async ({ caller, request }) => {
    if (upstream)
      throw new ApiError(
        'api-key-issuer-conflict',
        `API keys are issued by ${upstream.config.name}: get a new one there, and enter it here.`,
      );
    await requireConfirmed(db, caller);
    return db.transaction().execute(async (tx) => {
      const apiKey = await replaceApiKey(tx, keys, caller.accountId);
      await recordAct(tx, { ...getOrigin(caller, request), act: 'key-replaced' });
      return { apiKey };
    });
  });

  route(app, enteredKeyEndpoints.enterApiKey, async ({ caller, readBody, request }) => {
    const deps = { db, secrets, upstream: requireEntered(upstream) };
    await requireConfirmed(db, caller);
    const { apiKey } = readBody();
    await enterApiKey(deps, caller.accountId, apiKey);
    await recordAct(db, { ...getOrigin(caller, request), act: 'key-entered' });
  });

  /**
   * Returns the account’s API key. An entered key that the portal secret no longer decrypts
   * counts as none.
   */
  async function findKey(accountId: string): Promise<ApiKeyRow | null> {
    if (!isEntered) return ensureApiKey(db, keys, accountId);
    const key = await findApiKey(db, accountId);
    return key && decryptText(keys, accountId, key.encrypted) !== undefined ? key : null;
  }
}
