import type { enteredKeyEndpoints } from '#contract/portal/api-keys.ts';
import { capitalizeName } from '#contract/portal/upstream-name.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { ErrorCode } from '#contract/v1/errors.ts';
import { lockActiveAccount } from '#server/accounts/accounts.policy.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';
import type { Secrets } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { Call } from '#server/http/routes.ts';
import { requestedDelayMs } from '#server/upstream/client/upstream-responses.ts';
import { type UpstreamClient, NoResponseError } from '#server/upstream/client/upstream.client.ts';

/** Dependencies for keys of the upstream service; null: the portal makes the API keys itself. */
export interface KeyDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly upstream: UpstreamClient | null;
}

/** How long a person waits for the check of a key, in milliseconds. */
export const keyTestMs = 15_000;

/**
 * Returns the client of the upstream service whose API keys are entered.
 * @throws ApiError 409 without an upstream service
 */
function requireEntered(upstream: UpstreamClient | null): UpstreamClient {
  if (upstream === null)
    throw new ApiError(
      'api-key-issuer-conflict',
      'This portal issues the API keys itself: there is none to enter.',
    );
  return upstream;
}

/**
 * Stores the API key of an account for the upstream service, after that service has accepted the
 * key in one request.
 * @throws ApiError 400 when the key is not accepted, 403 when the password is not confirmed or the
 * account deactivated, 409 when another account has the key, 429, 502, 503 or 504 when the key
 * could not be tried.
 */
export async function enterApiKey(
  { db, secrets, upstream }: KeyDeps,
  accountId: string,
  { caller, readBody, request }: Omit<Call<typeof enteredKeyEndpoints.enterApiKey>, 'params'>,
): Promise<void> {
  const client = requireEntered(upstream);
  await requireConfirmed(db, caller);
  const { apiKey } = readBody();
  await tryApiKey(client, apiKey);
  await db.transaction().execute(async (tx) => {
    await lockActiveAccount(tx, accountId);
    // Meanwhile somebody may have taken the caller’s account back, and ended this session.
    await requireConfirmed(tx, caller);
    if (!(await storeEnteredKey(tx, secrets.apiKeys, accountId, apiKey)))
      throw new ApiError(
        'api-key-in-use',
        'Another account here uses this API key. Everyone needs their own: check whose it is.',
      );
    const subject = { type: 'account', id: accountId };
    await recordAction(tx, { ...getOrigin(caller, request), action: 'key-entered', subject });
  });
}

/**
 * Tries a key by listing one lead, which everybody with a key may do.
 * @throws ApiError as {@link enterApiKey}
 */
export async function tryApiKey(upstream: UpstreamClient, apiKey: string, within = keyTestMs) {
  const untried = untriedError(upstream.config.name);
  const query = new URLSearchParams({ page: `${upstream.config.firstPage}`, pageSize: '1' });
  const request = { method: 'GET', path: v1.listLeads.path, query, token: apiKey } as const;
  const { status, headers, text } = await upstream
    .read({ ...request, signal: AbortSignal.timeout(within) })
    .catch((error: unknown) => {
      throw toFailure(error, untried);
    });
  if (status === 200 && isList(text)) return;
  if (status === 401 || status === 403) {
    const sentence = `${capitalizeName(upstream.config.name)} doesn’t accept this API key.`;
    throw new ApiError('upstream-key-rejected', sentence, {
      status: 400,
      fields: { apiKey: sentence },
    });
  }
  if (status === 429) {
    const seconds = Math.ceil((requestedDelayMs(headers) ?? 30_000) / 1000);
    throw untried('upstream-busy', 'is busy', seconds);
  }
  throw untried('upstream-failed', 'did not respond correctly');
}

/**
 * Returns whether a response body is a JSON list. An HTML page, such as a sign-in form, says
 * nothing about the key.
 */
function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

function toFailure(error: unknown, untried: ReturnType<typeof untriedError>): unknown {
  const isOver = error instanceof DOMException && error.name === 'TimeoutError';
  const kind = error instanceof NoResponseError ? error.kind : isOver && 'slow';
  if (kind === 'unreachable') return untried('upstream-unreachable', 'cannot be reached', 30);
  if (kind === 'busy') return untried('service-busy', 'is busy', 30);
  if (kind === 'slow') return untried('upstream-timeout', 'took too long to answer');
  return kind === 'broken' ? untried('upstream-failed', 'broke off its response') : error;
}

/** Returns a function that returns the error for a key that could not be tried. */
function untriedError(upstreamName: string) {
  return (code: ErrorCode, what: string, retryAfter?: number) =>
    new ApiError(
      code,
      `${capitalizeName(upstreamName)} ${what}, so the API key could not be checked and was not saved. Try again in a moment.`,
      { retryAfter },
    );
}
