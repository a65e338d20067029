import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import type { PartnerHistory } from '#contract/operator/partners.ts';
import type { Db } from '#server/db/connect.ts';
import { requireFound } from '#server/errors/api-error.ts';
import { cutEntries, toEntryRange } from '#server/http/entry-pages.ts';
import { sendOrNotModified } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { findContact, findPartnerById } from '#server/partners/partners.store.ts';
import { pageLink } from '#server/records/list/paging.ts';
import { getListedPartner } from '#server/records/records.policy.ts';

import type { OperatorDeps } from './operations.ts';
import { presentContact, presentPartner, presentPartnerChange } from './partners.presenter.ts';
import * as store from './partners.store.ts';

/** Registers the operator’s endpoints to list and read partners and contacts. */
export function operatorPartnerRoutes(app: FastifyInstance, { database }: OperatorDeps): void {
  const { db } = database;
  route(app, operator.listPartners, async ({ caller, query, request, reply }) => {
    const { rows, total } = await store.listPartners(db, caller.partnerId, query);
    sendPageNumbers(request, reply, { ...query, total });
    return rows.map(presentPartner);
  });

  route(app, operator.readPartner, async (call) => {
    const partner = requireFound(await findPartnerById(db, call.params.id), 'partner');
    return sendOrNotModified(call, presentPartner(partner));
  });

  route(app, operator.readPartnerHistory, async ({ params: { id }, query }) => {
    requireFound(await findPartnerById(db, id), 'partner');
    return readHistory(db, id, query);
  });

  route(app, operator.readContactHistory, async ({ params: { id }, query }) => {
    requireFound(await findContact(db, id), 'contact');
    return readHistory(db, id, query);
  });

  route(app, operator.listContacts, async ({ caller, query, request, reply }) => {
    const partnerId = getListedPartner(caller, query.partnerId);
    const { rows, total } = await store.listContactsByPartner(db, { ...query, partnerId });
    sendPageNumbers(request, reply, { ...query, total });
    return rows.map(presentContact);
  });

  route(app, operator.readContact, async (call) => {
    const contact = requireFound(await findContact(db, call.params.id), 'contact');
    return sendOrNotModified(call, presentContact(contact));
  });
}

/** Returns a page of the history of a partner or contact. */
async function readHistory(
  db: Db,
  id: string,
  query: { cursor?: string | undefined; pageSize: number },
): Promise<PartnerHistory> {
  const rows = await store.listPartnerChanges(db, { id, ...toEntryRange(query) });
  const { shown, next } = cutEntries(rows, query);
  return { entries: shown.map(presentPartnerChange), next };
}

/** Sets the headers with the total and the links to other pages, all by their number. */
function sendPageNumbers(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, pageSize, total }: { page: number; pageSize: number; total: number },
): void {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const pages = Object.entries({ first: 1, prev: page - 1, next: page + 1, last });
  const links = pages
    .filter(([, number]) => number >= 1 && number <= last)
    .map(([rel, number]) => pageLink(request, pageSize, { rel, page: number }));
  reply.headers({ 'x-total-count': total, link: links.join(', ') });
}
