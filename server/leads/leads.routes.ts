import { isDeepStrictEqual } from 'node:util';

import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';

import { leadListEndpoints } from '#contract/portal/lead-list.ts';
import { listCountEndpoints } from '#contract/portal/list-counts.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { type ContactCaller, getSource } from '#server/auth/caller.ts';
import type { Config } from '#server/config/config.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { draftSubmitted } from '#server/drafts/drafts.policy.ts';
import { submitDraft } from '#server/drafts/drafts.store.ts';
import { assertMatch, computeEtag, sendOrNotModified } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { echoKey, withIdempotency } from '#server/idempotency/idempotency.ts';
import { findVisible } from '#server/records/find-visible.ts';
import { countByStatus } from '#server/records/list/list-counts.store.ts';
import { sumGroups } from '#server/records/list/list-groups.store.ts';
import { toReader } from '#server/records/list/list-request.ts';
import { readListPage } from '#server/records/list/paging.ts';
import type { ReadMarkers } from '#server/records/list/row-markers.ts';
import { requireVisible } from '#server/records/records.policy.ts';
import { findRecord, type LeadRow, lockRecord } from '#server/records/records.store.ts';

import { assertHasContact, requireOwner, toOwner } from './leads.policy.ts';
import { leadLinks, presentLead } from './leads.presenter.ts';
import { changedFields } from './leads.rules.ts';
import { leadInserter, updateLead } from './leads.store.ts';

/** Registers the endpoints to list, read, create and change leads. */
export function leadRoutes(
  app: FastifyInstance,
  database: Database,
  { config, readMarkers }: { readonly config: Config; readonly readMarkers: ReadMarkers },
): void {
  const { db } = database;
  const links = () => leadLinks(config, app.publicUrl);
  const insertLead = leadInserter(database.pool);
  const presented = (lead: LeadRow) => presentLead(lead, links()(lead.id));

  route(app, v1.listLeads, async (call) => {
    const rows = await readListPage(database, 'leads', call, toReader(call.caller));
    const toLinks = links();
    return rows.map((row) => presentLead(row, toLinks(row.id)));
  });

  route(app, leadListEndpoints.listMarkedLeads, async (call) => {
    const rows = await readListPage(database, 'leads', call, toReader(call.caller));
    const mark = await readMarkers('leads', rows, call.caller);
    const toLinks = links();
    return rows.map((row) => mark(presentLead(row, toLinks(row.id))));
  });

  route(app, listCountEndpoints.countLeads, async ({ caller, query }) => ({
    counts: await countByStatus(db, 'leads', { ...query, ...toReader(caller) }),
  }));

  route(app, listCountEndpoints.sumLeads, async ({ caller, query }) => ({
    groups: await sumGroups(db, 'leads', { ...query, ...toReader(caller) }),
  }));

  route(app, v1.readLead, async (call) => {
    const lead = await findVisible(db, call.caller, 'leads', call.params.id);
    return sendOrNotModified(call, presented(lead));
  });

  route(app, v1.createLead, async ({ caller, readBody, request, reply }) => {
    const keyed = { endpoint: v1.createLead, caller, request, isSingleWrite: true };
    const created = await withIdempotency(db, keyed, async (tx) => {
      const { fields: input } = readBody();
      const owner = await requireOwner(tx, caller, input, toOwner(caller));
      const by = { created_by: caller.accountId, created_via: getSource(caller) };
      const id = await insertLead(tx, { ...owner, ...by }, input);
      const submitter = { caller, key: request.headers['idempotency-key'] };
      if (!(await submitDraft(tx, submitter, id))) throw draftSubmitted;
      return {
        id,
        fields: { ...links()(id), partnerLeadReferenceId: input.partnerLeadReferenceId ?? '' },
      };
    });
    echoKey(request, reply);
    return created;
  });

  route(app, v1.updateLead, async ({ caller, params, readBody, request, reply }) => {
    const lead = await db.transaction().execute(async (tx) => {
      const current = requireVisible(caller, await lockRecord(tx, 'leads', params.id), 'lead');
      assertMatch(request.headers['if-match'], presented(current));
      return changeLead(tx, caller, current, readBody().fields);
    });
    const response = presented(lead);
    reply.header('etag', computeEtag(response));
    return response;
  });
}

async function changeLead(
  tx: Db,
  caller: ContactCaller,
  current: LeadRow,
  input: z.output<typeof v1.updateLead.body>['fields'],
): Promise<LeadRow> {
  assertHasContact(input);
  const owner = await requireOwner(tx, caller, input, current);
  const fields = changedFields(current.fields, input);
  if (owner.contact_id === current.contact_id && isDeepStrictEqual(fields, current.fields))
    return current;
  await updateLead(tx, current.id, {
    ...owner,
    fields,
    updated_by: caller.accountId,
    updated_via: getSource(caller),
  });
  return (await findRecord(tx, 'leads', current.id)) ?? current;
}
