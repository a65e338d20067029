import type { FastifyBaseLogger } from 'fastify';

import { type Caller, getSource, getUser } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { logFailure } from '#server/errors/log-failure.ts';

import { insertUpstreamChanges, type NewUpstreamChange } from './upstream-changes.store.ts';

/** The actor of a change at the upstream service, and the place of its record. */
export interface Recording {
  readonly db: Db;
  readonly log: FastifyBaseLogger;
  readonly caller: Caller;
}

/**
 * Records what the upstream service has just accepted. A failure is only logged, because the caller
 * has to learn that the change was made.
 */
export async function recordAccepted(
  { db, log, caller }: Recording,
  changes: readonly NewUpstreamChange[],
): Promise<void> {
  const actor = { ...getUser(caller), via: getSource(caller) };
  const failed = 'a change at the upstream service could not be recorded';
  await insertUpstreamChanges(db, actor, changes).catch((error: unknown) =>
    logFailure(log, error, failed, { level: 'error' }),
  );
}
