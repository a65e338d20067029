import type { FastifyInstance, FastifyRequest } from 'fastify';

import {
  duplicateLeadEndpoints,
  duplicateLimits,
} from '#contract/portal/new-lead/duplicate-leads.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { withinTime } from '#server/db/time-limit.ts';
import { requireAccess } from '#server/errors/api-error.ts';
import { tooMany } from '#server/http/rate-limits.ts';
import { route } from '#server/http/routes.ts';
import { scheduleHourly } from '#server/jobs/scheduled-jobs.ts';

import {
  type ClientLead,
  deleteOldReports,
  deleteReport,
  findClientLeads,
  listReports,
  partnerOfReport,
  storeReports,
  type ClientInput,
} from './duplicate-leads.store.ts';

const { findClientLeads: find, reportDuplicate: report } = duplicateLeadEndpoints;
const { listDuplicateReports: list, closeDuplicateReport: close } = duplicateLeadEndpoints;

/** The search helps while somebody types: it may not keep others waiting. */
const maxSeconds = 2;

/** Registers the endpoints that find and report leads for the same client. */
export function duplicateLeadRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  scheduleHourly(app, 'delete old duplicate reports', async () => deleteOldReports(db));
  const assertNotTooMany = searchLimit(app);
  /**
   * Returns the leads that the caller may open, and those of colleagues that have more in common
   * with the client: a phone may be shared by many.
   */
  const findLeads = async (caller: ContactCaller, client: ClientInput) => {
    const search = async (tx: Db) => findClientLeads(tx, caller, client);
    const leads = await withinTime(db, search, maxSeconds);
    const isShown = visibleTo(caller);
    const shown = leads.filter(isShown);
    const known = new Set(shown.flatMap(({ reasons }) => reasons));
    const hasMore = ({ reasons }: ClientLead) => reasons.some((reason) => !known.has(reason));
    return { shown, hidden: leads.filter((lead) => !isShown(lead) && hasMore(lead)) };
  };

  route(app, find, async ({ caller, readBody, request }) => {
    await assertNotTooMany(request);
    const { shown, hidden } = await findLeads(caller, readBody().client);
    return [
      ...shown.slice(0, duplicateLimits.leads).map((lead) => ({
        reasons: [...lead.reasons],
        lead: {
          id: lead.id,
          client: nameClient(lead),
          status: lead.status,
          createdAt: lead.created_at.toISOString(),
        },
      })),
      // Of those that the caller may not open, only that there is one.
      ...hidden.slice(0, 1).map(({ reasons }) => ({ reasons: [...reasons], lead: null })),
    ];
  });

  route(app, report, async ({ caller, readBody, request }) => {
    await assertNotTooMany(request);
    const { hidden } = await findLeads(caller, readBody().client);
    await storeReports(db, caller, hidden.slice(0, duplicateLimits.leads));
    return { isReported: hidden.length > 0 };
  });

  route(app, list, async ({ caller }) =>
    (await listReports(db, caller.partnerId)).map((row) => ({
      id: row.id,
      reason: row.reason,
      by: row.by,
      createdAt: row.created_at.toISOString(),
      lead: { id: row.lead_id, client: row.client, contact: row.contact },
    })),
  );

  route(app, close, async ({ caller, params }) => {
    const partnerId = await partnerOfReport(db, params.id);
    requireAccess(partnerId, 'report', (found) => found === caller.partnerId);
    await deleteReport(db, params.id);
  });
}

/** Returns whether the caller may open a lead of their partner. */
function visibleTo(caller: ContactCaller): (lead: ClientLead) => boolean {
  return ({ contact_id: contactId }) =>
    caller.role === 'partner-admin' || contactId === caller.contactId;
}

function nameClient({ first_name: first, last_name: last, company }: ClientLead): string {
  return [[first, last].filter(Boolean).join(' '), company].filter(Boolean).join(', ');
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
