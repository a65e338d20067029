import type { FastifyInstance, FastifyRequest } from 'fastify';

import {
  duplicateLeadEndpoints,
  duplicateLimits,
} from '#contract/portal/new-lead/duplicate-leads.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { withinTime } from '#server/db/time-limit.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { parseBody } from '#server/http/parsing.ts';
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
  type TypedClient,
} from './duplicate-leads.store.ts';

const { findClientLeads: find, reportDuplicate: report } = duplicateLeadEndpoints;
const { listDuplicateReports: list, closeDuplicateReport: close } = duplicateLeadEndpoints;

/** The search helps while somebody types: it may not keep others waiting. */
const maxSeconds = 2;

/** Registers the endpoints that find and report leads for the same client. */
export function duplicateLeadRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  scheduleHourly(app, 'delete old duplicate reports', async () => deleteOldReports(db));
  const assertNotTooMany = searchLimit(app);
  const leadsOf = async (caller: ContactCaller, client: TypedClient) =>
    withinTime(db, async (tx) => findClientLeads(tx, caller.partnerId, client), maxSeconds);

  route(app, find, async ({ caller, request }) => {
    await assertNotTooMany(request);
    const leads = await leadsOf(caller, parseBody(find, request).client);
    const isVisible = visibleTo(caller);
    const shown = leads.filter(isVisible);
    // Of those that the caller may not open, only that there is one.
    const hidden = leads.filter((lead) => !isVisible(lead)).slice(0, 1);
    return [
      ...shown.slice(0, duplicateLimits.leads).map((lead) => ({
        reasons: [...lead.reasons],
        lead: {
          id: lead.id,
          client: clientOf(lead),
          status: lead.status,
          createdAt: lead.created_at.toISOString(),
        },
      })),
      ...(shown.length > 0
        ? []
        : hidden.map(({ reasons }) => ({ reasons: [...reasons], lead: null }))),
    ];
  });

  route(app, report, async ({ caller, request }) => {
    await assertNotTooMany(request);
    const leads = await leadsOf(caller, parseBody(report, request).client);
    const isVisible = visibleTo(caller);
    const hidden = leads.filter((lead) => !isVisible(lead)).slice(0, duplicateLimits.leads);
    await storeReports(db, caller, hidden);
    return { reported: hidden.length };
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
    if (partnerId === undefined) throw new ApiError(404, 'not-found', 'This report doesn’t exist.');
    if (partnerId !== caller.partnerId)
      throw new ApiError(403, 'no-access', 'You don’t have access to this report.');
    await deleteReport(db, params.id);
  });
}

/** Returns whether the caller may open a lead of their partner. */
function visibleTo(caller: ContactCaller): (lead: ClientLead) => boolean {
  return ({ contact_id: contactId }) =>
    caller.role === 'partner-admin' || contactId === caller.contactId;
}

function clientOf({ first_name: first, last_name: last, company }: ClientLead): string {
  return [[first, last].filter(Boolean).join(' '), company].filter(Boolean).join(', ');
}

/**
 * Returns a check of how often an account searches: somebody who types searches now and then, a
 * program that tries phones all the time.
 */
function searchLimit(app: FastifyInstance): (request: FastifyRequest) => Promise<void> {
  const starts = new Map<string, number[]>();
  app.addHook('onClose', async () => starts.clear());
  return async ({ caller }) => {
    const id = caller?.accountId ?? '';
    const now = Date.now();
    const recent = (starts.get(id) ?? []).filter((at) => at > now - 60_000);
    const first = recent[0] ?? now;
    if (recent.length >= duplicateLimits.searchesPerMinute)
      throw tooMany('too-many-requests', 'Too many searches.', (first + 60_000 - now) / 1000);
    starts.set(id, [...recent, now]);
  };
}
