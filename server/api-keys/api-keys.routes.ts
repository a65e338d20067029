import type { FastifyInstance } from 'fastify';

import { apiKeyEndpoints, enteredKeyEndpoints } from '#contract/portal/api-keys.ts';
import { lockActiveAccount } from '#server/accounts/accounts.policy.ts';
import { readIdentity } from '#server/accounts/accounts.store.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { decryptText } from '#server/auth/encryption.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import * as store from '#server/auth/profile-keys.store.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';

import { presentProfileKey } from './api-keys.presenter.ts';
import { enterApiKey, type KeyDeps } from './enter-api-key.ts';

/** Registers the endpoints of the profile page and of its API key. */
export function apiKeyRoutes(app: FastifyInstance, deps: KeyDeps): void {
  const { db, secrets, upstream } = deps;
  const keys = secrets.apiKeys;
  const isEntered = upstream !== null;

  route(app, apiKeyEndpoints.readProfile, async ({ caller }) => {
    const key = await findKey(caller.accountId);
    return {
      ...(await readIdentity(db, caller.accountId)),
      baseAddress: app.publicUrl,
      entersApiKey: isEntered,
      apiKey: key && presentProfileKey(key, isEntered),
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
    await recordAction(db, { ...getOrigin(caller, request), action: 'key-shown' });
    return { apiKey };
  });

  route(app, apiKeyEndpoints.replaceApiKey, async ({ caller, request }) => {
    if (upstream)
      throw new ApiError(
        'api-key-issuer-conflict',
        `API keys are issued by ${upstream.config.name}: get a new one there, and enter it here.`,
      );
    return db.transaction().execute(async (tx) => {
      await lockActiveAccount(tx, caller.accountId);
      await requireConfirmed(tx, caller);
      const apiKey = await store.replaceProfileKey(tx, keys, caller.accountId);
      await recordAction(tx, { ...getOrigin(caller, request), action: 'key-replaced' });
      return { apiKey };
    });
  });

  route(app, enteredKeyEndpoints.enterApiKey, async (call) =>
    enterApiKey(deps, call.caller.accountId, call),
  );

  /**
   * Returns the account’s API key. An entered key that the portal secret no longer decrypts
   * counts as none.
   */
  async function findKey(accountId: string): Promise<store.ProfileKeyRow | null> {
    if (!isEntered) return store.ensureProfileKey(db, keys, accountId);
    const key = await store.findProfileKey(db, accountId);
    return key && decryptText(keys, accountId, key.encrypted) !== undefined ? key : null;
  }
}
