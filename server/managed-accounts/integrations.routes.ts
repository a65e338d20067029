import type { FastifyInstance } from 'fastify';

import { managedAccountEndpoints } from '#contract/portal/people/managed-accounts.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { requireSender } from '#server/mail/email-limits.policy.ts';

import { addIntegration } from './add-integration.ts';
import { requirePartner } from './managed-accounts.policy.ts';

/** Registers the endpoint that adds integrations, where the portal makes the API keys. */
export function integrationRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  route(app, managedAccountEndpoints.addIntegration, async ({ caller, readBody, request }) => {
    const { partnerId, ...added } = readBody();
    const partner = await requirePartner(db, caller, partnerId ?? undefined);
    if (!partner) throw fieldError('partnerId', 'Choose a partner.');
    await requireConfirmed(db, caller);
    const integration = { ...added, partnerId: partner.id };
    await addIntegration(db, integration, getOrigin(caller, request), async (tx) =>
      requireSender(tx, caller.accountId),
    );
  });
}
