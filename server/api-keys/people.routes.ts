import type { FastifyInstance } from 'fastify';

import { enteredKeyEndpoints } from '#contract/portal/api-keys.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { requireAccess } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';

import { presentPerson } from './api-keys.presenter.ts';
import { findPerson, listPeople } from './api-keys.store.ts';
import { enterApiKey, type KeyDeps } from './enter-api-key.ts';

/** Registers the endpoints for a partner’s people and their API keys, used by partner admins. */
export function peopleRoutes(app: FastifyInstance, deps: KeyDeps): void {
  const { db } = deps;
  route(app, enteredKeyEndpoints.listPeople, async ({ caller }) =>
    (await listPeople(db, caller.partnerId)).map(presentPerson),
  );

  route(app, enteredKeyEndpoints.enterApiKeyFor, async (call) =>
    enterApiKey(deps, await findAccount(db, call.caller, call.params.id), call),
  );
}

/**
 * Returns the account of a contact, who can be one of the caller’s people.
 * @throws ApiError 404 when nobody signs in as this contact, 403 for another partner’s
 */
async function findAccount(db: Db, caller: Caller, contactId: string): Promise<string> {
  const person = await findPerson(db, contactId);
  return requireAccess(person, 'person', (found) => found.partner_id === caller.partnerId).id;
}
