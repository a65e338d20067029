import type { FastifyInstance } from 'fastify';

import { enteredKeyEndpoints } from '#contract/portal/api-keys.ts';
import { route } from '#server/http/routes.ts';

import { requirePerson } from './api-keys.policy.ts';
import { presentPerson } from './api-keys.presenter.ts';
import { findPerson, listPeople } from './api-keys.store.ts';
import { enterApiKey, type KeyDeps } from './enter-api-key.ts';

/** Registers the endpoints for a partner’s people and their API keys, used by partner admins. */
export function peopleRoutes(app: FastifyInstance, deps: KeyDeps): void {
  const { db } = deps;
  route(app, enteredKeyEndpoints.listPeople, async ({ caller }) =>
    (await listPeople(db, caller.partnerId)).map(presentPerson),
  );

  route(app, enteredKeyEndpoints.enterApiKeyFor, async (call) => {
    const person = requirePerson(call.caller, await findPerson(db, call.params.id));
    return enterApiKey(deps, person.id, call);
  });
}
