import type { FastifyBaseLogger } from 'fastify';

import { type Caller, getSource, getUser } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';

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
  await insertUpstreamChanges(db, actor, changes).catch(({ code }: { code?: unknown }) => {
    // Only the code: the error itself can contain values.
    log.error({ code }, 'a change at the upstream service could not be recorded');
  });
}
