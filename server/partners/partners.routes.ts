import type { FastifyInstance } from 'fastify';

import { partnerEndpoints } from '#contract/portal/partners.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';

import { presentLeadContact } from './partners.presenter.ts';
import { listContacts, listAllPartners, listUserNames } from './partners.store.ts';

/** Registers the endpoints that list partners, contacts of leads, and names of people. */
export function partnerRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, partnerEndpoints.listContacts, async ({ caller }) => {
    const { partnerId, contactId } = caller;
    if (partnerId === null || contactId === null) return [];
    const contacts = await listContacts(
      db,
      caller.role === 'partner-admin'
        ? { partnerId, isToChoose: true }
        : { partnerId, id: contactId },
    );
    return contacts.map(presentLeadContact);
  });

  route(app, partnerEndpoints.listUserNames, async ({ caller, query: { id = [] } }) =>
    listUserNames(db, [id].flat(), caller.role === 'support' ? null : caller.partnerId),
  );

  route(app, partnerEndpoints.listPartners, async () => listAllPartners(db));
}
