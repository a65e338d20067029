import type { FastifyInstance } from 'fastify';

import type { Endpoint } from '#contract/endpoint.ts';
import type { OperatorCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { isId } from '#server/db/ids.ts';
import { ApiError, requireFound } from '#server/errors/api-error.ts';

import { isOfPartner, type NamedKind, namedKinds } from './operator-scope.store.ts';

/** The error for a cursor that no page has given, or that is of another partner. */
export const wrongCursor = new ApiError(
  'invalid-cursor',
  'cursor: Take the cursor from `next` of the page before, or leave it out.',
);

/** Returns whether something is of the partner to which a key is limited; true for other keys. */
export async function isInScope(
  db: Db,
  { partnerId }: OperatorCaller,
  kind: NamedKind,
  id: string,
): Promise<boolean> {
  return partnerId === null || isOfPartner(db, partnerId, kind, id);
}

/**
 * Asserts that a key may know of the records that a path names. For a key of one partner, records
 * of others don’t exist.
 * @throws ApiError 404
 */
export async function assertInScope(
  db: Db,
  caller: OperatorCaller,
  { path }: Endpoint,
  id: string,
): Promise<void> {
  if (!path.includes(':')) return;
  const kind = namedKinds.find((one) => path.startsWith(`/operator/v1/${one}/:id`));
  if (kind === undefined) throw new Error(`It is not known whose the records of ${path} are.`);
  const isFound = await isInScope(db, caller, kind, id);
  requireFound(isFound || undefined, kind.slice(0, -1));
}

/** Rejects every request of a partner’s key whose path names a record of another partner. */
export function addOperatorScope(app: FastifyInstance, db: Db): void {
  app.addHook('preHandler', async ({ operator, params, routeOptions }) => {
    const { endpoint } = routeOptions.config;
    const { id = '' }: { id?: string } = Object(params);
    // A malformed id is rejected with the other parameters.
    if (operator && endpoint && isId(id)) await assertInScope(db, operator, endpoint, id);
  });
}

/**
 * Asserts that a key may change what all partners share, such as their names.
 * @throws ApiError 403
 */
export function assertForAll({ partnerId }: OperatorCaller): void {
  if (partnerId !== null)
    throw new ApiError('no-access', 'This key is limited to one partner, and can’t do this.');
}
