import { setTimeout as wait } from 'node:timers/promises';

import type { Session } from '#contract/portal/accounts.ts';
import { KeyRejectedError } from '#server/upstream/client/upstream-responses.ts';
import type { StoredKeys } from '#server/upstream/keys/upstream-key.ts';
import {
  markRejected,
  type UpstreamToken,
  findUpstreamToken,
} from '#server/upstream/keys/upstream-keys.store.ts';

import type { UpstreamCapabilities } from './upstream-capabilities.ts';

/** The state of the upstream service, as a session reports it. */
type UpstreamStatus = Pick<Session, 'capabilities' | 'needsApiKey' | 'upstreamName'>;

/**
 * How long a session waits for a slow upstream service, in milliseconds. The next session may
 * report more.
 */
const timeoutMs = 1_200;

/**
 * Returns a function that returns the upstream status of an account. Detects the capabilities when
 * that is due, and retries a key that was rejected.
 */
export function upstreamStatus(
  { db, secrets }: Pick<StoredKeys, 'db' | 'secrets'>,
  capabilities: UpstreamCapabilities,
): (accountId: string) => Promise<UpstreamStatus> {
  const upstreamName = capabilities.client.config.name;
  const isRejected = async (key: UpstreamToken): Promise<boolean> => {
    if (!key.isRejected && !capabilities.isStale()) return false;
    try {
      await capabilities.detect(key.token);
      await markRejected(db, key, false);
      return false;
    } catch (error) {
      if (!(error instanceof KeyRejectedError)) return key.isRejected;
      await markRejected(db, key, true);
      return true;
    }
  };

  return async (accountId) => {
    const key = await findUpstreamToken(db, secrets, accountId);
    if (!key) return { capabilities: capabilities.known(), needsApiKey: true, upstreamName };
    const keyCheck = isRejected(key).catch(() => key.isRejected);
    const needsApiKey = await Promise.race([
      keyCheck,
      wait(timeoutMs, key.isRejected, { ref: false }),
    ]);
    return { capabilities: capabilities.known(), needsApiKey, upstreamName };
  };
}
