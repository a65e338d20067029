import type { FastifyInstance } from 'fastify';

import { apiKeyEndpoints } from '#contract/web/api-keys.ts';
import { readIdentity } from '#server/accounts/accounts.store.ts';
import { isConfirmed } from '#server/accounts/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import type { Caller } from '#server/plugins/caller.ts';
import { ApiError } from '#server/plugins/errors.ts';
import { route } from '#server/plugins/routes.ts';
import type { Secrets } from '#server/plugins/secrets.ts';

import { decryptApiKey, maskApiKey } from './api-keys.rules.ts';
import { ensureApiKey, replaceApiKey } from './api-keys.store.ts';

/** The profile page and the API key on it. */
export function apiKeyRoutes(
  app: FastifyInstance,
  { db, secrets }: { db: Db; secrets: Secrets },
): void {
  route(app, apiKeyEndpoints.readProfile, async ({ caller }) => {
    const key = await ensureApiKey(db, secrets.apiKeys, caller.accountId);
    return {
      ...(await readIdentity(db, caller.accountId)),
      baseAddress: app.publicUrl,
      apiKey: {
        masked: maskApiKey(key.last_four),
        createdAt: key.created_at.toISOString(),
        lastUsedAt: key.last_used_at?.toISOString() ?? null,
      },
    };
  });

  route(app, apiKeyEndpoints.revealApiKey, async ({ caller }) => {
    await confirmed(caller);
    const key = await ensureApiKey(db, secrets.apiKeys, caller.accountId);
    const apiKey = decryptApiKey(secrets.apiKeys, caller.accountId, key.encrypted);
    if (apiKey === undefined)
      throw new ApiError(
        409,
        'This API key can no longer be shown, because the portal secret has changed. Replace it.',
      );
    return { apiKey };
  });

  route(app, apiKeyEndpoints.replaceApiKey, async ({ caller }) => {
    await confirmed(caller);
    return { apiKey: await replaceApiKey(db, secrets.apiKeys, caller.accountId) };
  });

  async function confirmed({ sessionId }: Caller): Promise<void> {
    if (sessionId === null || !(await isConfirmed(db, sessionId)))
      throw new ApiError(
        403,
        'Enter your password first: the API key opens for 5 minutes after it.',
      );
  }
}
