import type { FastifyInstance } from 'fastify';

import { enteredKeyEndpoints } from '#contract/portal/entered-keys.ts';
import { getOrigin, recordAct } from '#server/audit/audit.store.ts';
import type { Caller } from '#server/auth/caller.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import { requireAccess } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';

import { enterApiKey, type KeyDeps, requireEntered } from './enter-api-key.ts';
import { findPerson, listPeople } from './people.store.ts';

/** Registers the endpoints for a partner’s people and their API keys, used by partner admins. */
export function peopleRoutes(app: FastifyInstance, { db, secrets, upstream }: KeyDeps): void {
  route(app, enteredKeyEndpoints.listPeople, async ({ caller }) => {
    const people = await listPeople(db, caller.partnerId);
    return people.map(({ contact_id, created_at, rejected_at, ...person }) => ({
      ...person,
      id: contact_id,
      apiKey: created_at && {
        createdAt: created_at.toISOString(),
        rejectedAt: rejected_at?.toISOString() ?? null,
      },
    }));
  });

  route(app, enteredKeyEndpoints.enterApiKeyFor, async ({ caller, params, readBody, request }) => {
    const accountId = await findAccount(caller, params.id);
    const deps = { db, secrets, upstream: requireEntered(upstream) };
    await requireConfirmed(db, caller);
    const { apiKey } = readBody();
    await enterApiKey(deps, accountId, apiKey);
    const subject = { type: 'account', id: accountId };
    await recordAct(db, { ...getOrigin(caller, request), act: 'key-entered', subject });
  });

  async function findAccount(caller: Caller, contactId: string): Promise<string> {
    const person = await findPerson(db, contactId);
    return requireAccess(person, 'person', (found) => found.partner_id === caller.partnerId).id;
  }
}
