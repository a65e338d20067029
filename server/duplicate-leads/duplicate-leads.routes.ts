import type { FastifyInstance, FastifyRequest } from 'fastify';

import { duplicateLeadEndpoints, duplicateLimits } from '#contract/portal/new-lead/new-lead.ts';
import type { Db } from '#server/db/connect.ts';
import { withinTime } from '#server/db/statement-limit.ts';
import { tooMany } from '#server/http/rate-limits.ts';
import { route } from '#server/http/routes.ts';

import { mayOpen } from './duplicate-leads.policy.ts';
import { presentClientLead } from './duplicate-leads.presenter.ts';
import { findClientLeads } from './duplicate-leads.store.ts';

/** The search helps while somebody types: it may not keep others waiting. */
const maxSeconds = 2;

/** Registers the endpoint that finds leads for the same client. */
export function duplicateLeadRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  const assertNotTooMany = searchLimit(app);

  route(app, duplicateLeadEndpoints.findClientLeads, async ({ caller, readBody, request }) => {
    await assertNotTooMany(request);
    const { client } = readBody();
    const search = async (tx: Db) => findClientLeads(tx, caller, client);
    const leads = await withinTime(db, search, maxSeconds);
    const shown = leads.filter((lead) => mayOpen(caller, lead));
    // Colleagues’ leads only if they have more in common with the client: many may share a phone.
    const known = new Set(shown.flatMap(({ reasons }) => reasons));
    const hidden = leads.find(
      (lead) => !mayOpen(caller, lead) && lead.reasons.some((reason) => !known.has(reason)),
    );
    return [
      ...shown.slice(0, duplicateLimits.leads).map(presentClientLead),
      // If the caller may not open a lead, only that there is one.
      ...(hidden ? [{ reasons: [...hidden.reasons], lead: null }] : []),
    ];
  });
}

/**
 * Returns a check of how often an account searches: somebody who types searches now and then, a
 * program that tries phones all the time.
 */
function searchLimit(app: FastifyInstance): (request: FastifyRequest) => Promise<void> {
  const countSearch = app.createRateLimit({
    max: duplicateLimits.searchesPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ caller }) => caller?.accountId ?? '',
  });
  return async (request) => {
    const search = await countSearch(request);
    if (!search.isAllowed && search.isExceeded)
      throw tooMany('too-many-requests', 'Too many searches.', search.ttlInSeconds);
  };
}
