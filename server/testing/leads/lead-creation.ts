import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';

import { upstreamConfig } from '#server/config/upstream-config.ts';
import type { Database } from '#server/db/connect.ts';
import { handleErrors } from '#server/http/errors.ts';
import { leaveBodiesUnparsed } from '#server/http/parsing.ts';
import { type DatabaseKind, openTestDatabase } from '#server/testing/database/databases.ts';
import { makePerson, type ContactPerson } from '#server/testing/people.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { type StandIn, startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import {
  type UpstreamClient,
  upstreamClient,
  type UpstreamText,
} from '#server/upstream/client/upstream.client.ts';
import { createLead, type CreationTimeouts } from '#server/upstream/leads/create-lead.ts';

/** The fields of a lead that a test submits. */
export const leadFields = {
  firstName: 'Aroha',
  lastName: 'Ngata',
  companyName: 'Kauri Joinery',
  phone: '+6490001234',
};

/** Short timeouts for tests. */
const shortTimeouts: CreationTimeouts = {
  sendingMs: 60_000,
  waitMs: 5_000,
  pollMs: 20,
  searchDelaysMs: [0, 5, 5],
  searchMs: 60_000,
};

/** The content of a request, and the portal to send it to. */
interface Submitted {
  /** The Idempotency-Key; an empty one is not sent. */
  readonly key?: string;
  readonly fields?: object;
  readonly portal?: FastifyInstance;
}

/** The part of a portal that creates leads, in front of a stand-in. */
export interface LeadCreation {
  readonly database: Database;
  readonly standIn: StandIn;
  /** Returns a client for the stand-in. */
  client(): UpstreamClient;
  /** Returns another process of the portal, with this client for the upstream service. */
  portalWith(client: UpstreamClient, timeouts?: Partial<CreationTimeouts>): FastifyInstance;
  submit(submitted?: Submitted): Promise<LightMyRequestResponse>;
  /** Returns how often a lead was sent to the stand-in. */
  sentCount(): Promise<number>;
  /** Returns the leads with this reference at the stand-in. */
  leadsWith(reference: string): Promise<readonly { readonly id: string }[]>;
  /** Executes an update of the person’s sent leads. */
  changeSentLeads(change: string): Promise<{ rows: unknown[] }>;
  /** Removes failures and requests; another person submits from now on. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a portal that creates leads, on a fresh database. */
export async function startLeadCreation(kind: DatabaseKind): Promise<LeadCreation> {
  const database = await openTestDatabase(kind);
  const standIn = await startStandIn();
  const client = () => clientFor(standIn.url);
  let person = await makePerson(database.db, 'broker');
  const portalWith: LeadCreation['portalWith'] = (upstream, timeouts = {}) =>
    portalOn(database, () => person, upstream, { ...shortTimeouts, ...timeouts });
  const defaultPortal = portalWith(client());
  return {
    database,
    standIn,
    client,
    portalWith,
    submit: async ({ key = 'k', fields = leadFields, portal = defaultPortal } = {}) => {
      const headers = key === '' ? {} : { 'idempotency-key': key };
      return portal.inject({ method: 'POST', url: '/api/v1/lead', headers, payload: { fields } });
    },
    sentCount: async () =>
      (await standIn.requests()).filter(({ method }) => method === 'POST').length,
    leadsWith: async (reference) =>
      (await standIn.leads()).filter(
        ({ fields }) => fields['partnerLeadReferenceId'] === reference,
      ),
    changeSentLeads: async (change) =>
      database.pool.query<object>(`update sent_leads set ${change} where account_id = $1`, [
        person.accountId,
      ]),
    reset: async () => {
      await standIn.clearFailures();
      await standIn.clearRequests();
      person = await makePerson(database.db, 'broker');
    },
    close: async () => {
      await standIn.close();
      await database.close();
    },
  };
}

/** Returns a client for the upstream service at a URL. */
export function clientFor(url: string, settings: object = {}): UpstreamClient {
  const config = upstreamConfig({ UPSTREAM_URL: url, ...settings });
  if (!config) throw new Error('There is no upstream service.');
  return upstreamClient(config, () => new Date());
}

/** Returns the client with changed responses to one method. */
export function changed(
  client: UpstreamClient,
  method: 'GET' | 'POST',
  change: (response: UpstreamText) => UpstreamText,
): UpstreamClient {
  return {
    ...client,
    read: async (request) => {
      const response = await client.read(request);
      return request.method === method ? change(response) : response;
    },
  };
}

function portalOn(
  { db }: Database,
  person: () => ContactPerson,
  client: UpstreamClient,
  timeouts: CreationTimeouts,
): FastifyInstance {
  const app = fastify();
  leaveBodiesUnparsed(app);
  handleErrors(app, undefined);
  app.post('/api/v1/lead', async (request) => {
    const { accountId, partnerId, contactId } = person();
    const role = 'broker';
    const caller = { accountId, role, partnerId, contactId, name: '', sessionId: 's' } as const;
    return createLead({ db, client, token: seeded.bea.token }, { caller, request }, timeouts);
  });
  return app;
}
