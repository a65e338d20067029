import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { upstreamConfig } from '#server/config/upstream-config.ts';
import type { Db } from '#server/db/connect.ts';
import { handleErrors } from '#server/http/errors.ts';
import { leaveBodiesUnparsed } from '#server/http/parsing.ts';
import {
  type DatabaseKind,
  databases,
  openTestDatabase,
} from '#server/testing/database/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { type StandIn, startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import {
  type UpstreamClient,
  upstreamClient,
  type UpstreamText,
} from '#server/upstream/client/upstream.client.ts';

import { createLead, type CreationTimeouts } from './create-lead.ts';
import { deleteOldSentLeads } from './sent-leads.store.ts';

const given = {
  firstName: 'Aroha',
  lastName: 'Ngata',
  companyName: 'Kauri Joinery',
  phone: '+6490001234',
};
/** Short timeouts for tests. */
const limits: CreationTimeouts = {
  sendingMs: 60_000,
  waitMs: 5_000,
  pollMs: 20,
  searchDelaysMs: [0, 5, 5],
  searchMs: 5_000,
};

/** The content of a request, and the portal to send it to. */
interface Submitted {
  readonly key?: string;
  readonly fields?: object;
  readonly portal?: FastifyInstance;
}

/**
 * Starts the part of a portal that creates leads, on `db` and with a client for the upstream
 * service.
 */
function startPortal(
  db: Db,
  person: () => Person,
  client: UpstreamClient,
  timeouts: Partial<CreationTimeouts> = {},
): FastifyInstance {
  const app = fastify();
  leaveBodiesUnparsed(app);
  handleErrors(app, undefined);
  app.post('/api/v1/lead', async (request) => {
    const { accountId, partnerId, contactId } = person();
    const role = 'broker';
    const caller = { accountId, role, partnerId, contactId, name: '', sessionId: null } as const;
    const upstream = { db, client, token: seeded.bea.token };
    return createLead(upstream, { caller, request }, { ...limits, ...timeouts });
  });
  return app;
}

/** Returns the client with changed responses to one method. */
function changed(
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

async function startUpstreamTestApp(kind: DatabaseKind) {
  const database = await openTestDatabase(kind);
  const standIn = await startStandIn();
  const clientOf = (settings: object = {}) =>
    upstreamClient(upstreamConfig({ UPSTREAM_URL: standIn.url, ...settings })!);
  return { database, standIn, clientOf };
}

describe.each(databases)('creating leads at an existing service, on %s', (kind) => {
  let world: Awaited<ReturnType<typeof startUpstreamTestApp>>;
  let standIn: StandIn;
  let person: Person;
  let portal: FastifyInstance;
  const portalWith = (client: UpstreamClient, timeouts?: Partial<CreationTimeouts>) =>
    startPortal(world.database.db, () => person, client, timeouts);

  beforeAll(async () => {
    world = await startUpstreamTestApp(kind);
    standIn = world.standIn;
    portal = portalWith(world.clientOf());
  });
  afterAll(async () => {
    await standIn.stop();
    await world.database.close();
  });
  beforeEach(async () => {
    await standIn.clearFailures();
    await standIn.clearRequests();
    person = await makePerson(world.database.db, 'broker');
  });

  const submit = async ({ key = 'k', fields = given, portal: by = portal }: Submitted = {}) => {
    const headers = key === '' ? {} : { 'idempotency-key': key };
    return by.inject({ method: 'POST', url: '/api/v1/lead', headers, payload: { fields } });
  };
  const sendings = async () =>
    (await standIn.requests()).filter(({ method }) => method === 'POST').length;
  const storedWith = async (reference: string) =>
    (await standIn.leads()).filter(({ fields }) => fields['partnerLeadReferenceId'] === reference);
  const changeRows = async (change: string) =>
    world.database.pool.query(`update sent_leads set ${change} where account_id = $1`, [
      person.accountId,
    ]);
  const neverArrives = { kind: 'reject', method: 'POST', status: 500 } as const;

  it('fills the reference that was left empty, and tells it', async () => {
    const response = await submit();
    expect(response.statusCode).toBe(200);
    const { id, fields } = response.json();
    expect(fields.partnerLeadReferenceId).toMatch(/^P-\w{6}-\w{6}$/);
    expect(fields.applicationLink).toBe(`https://applications.test/${id}`);
    expect(await storedWith(fields.partnerLeadReferenceId)).toMatchObject([{ id }]);
  });

  it('keeps the reference that was given', async () => {
    const fields = { ...given, partnerLeadReferenceId: 'Ngata 7' };
    expect((await submit({ fields })).json().fields.partnerLeadReferenceId).toBe('Ngata 7');
  });

  it('makes one lead of five clicks in two processes, and gives five same answers', async () => {
    const other = portalWith(world.clientOf());
    const responses = await Promise.all(
      [portal, other, portal, other, portal].map(async (by) => submit({ portal: by })),
    );
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(200);
    expect(await sendings()).toBe(1);
  });

  it.each(['drop', 'truncate'] as const)(
    'finds the lead whose answer was lost (%s after storing)',
    async (lost) => {
      await standIn.addFailure({ kind: lost, method: 'POST' });
      const response = await submit();
      expect(response.statusCode).toBe(200);
      const { id, fields } = response.json();
      expect(await storedWith(fields.partnerLeadReferenceId)).toMatchObject([{ id }]);
      expect(fields.bankStatementsUpdateLink).toBe(`https://statements.test/${id}`);
      expect((await submit()).body).toBe(response.body);
      expect(await sendings()).toBe(1);
    },
  );

  it.each([500, 303, 408])('finds the lead that was stored before a %i', async (status) => {
    const failing = changed(world.clientOf(), 'POST', (response) => ({ ...response, status }));
    const response = await submit({ portal: portalWith(failing) });
    expect(response.statusCode).toBe(200);
    expect(await storedWith(response.json().fields.partnerLeadReferenceId)).toHaveLength(1);
  });

  it('finds it once it is listed, which may take a moment', async () => {
    await standIn.addFailure({ kind: 'drop', method: 'POST' });
    let looks = 0;
    const late = changed(world.clientOf(), 'GET', (response) =>
      (looks += 1) < 3 ? { ...response, text: '[]' } : response,
    );
    expect((await submit({ portal: portalWith(late) })).statusCode).toBe(200);
  });

  it('says that nobody knows, sends nothing again, and finds it when asked again', async () => {
    await standIn.addFailure({ kind: 'drop', method: 'POST' });
    await standIn.addFailure({ kind: 'reject', method: 'GET', status: 500 });
    const fields = { ...given, partnerLeadReferenceId: `unknown ${kind}` };
    const unknown = await submit({ fields });
    expect(unknown.statusCode).toBe(409);
    expect(unknown.headers['retry-after']).toBeUndefined();
    expect(unknown.json().submission).toEqual({
      outcome: 'unknown',
      reference: `unknown ${kind}`,
      sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(unknown.json().error).toMatch(/cannot all be looked through/);
    expect((await submit({ fields })).statusCode).toBe(409);

    await standIn.clearFailures();
    const found = await submit({ fields });
    expect(found.statusCode).toBe(200);
    expect(await storedWith(`unknown ${kind}`)).toMatchObject([{ id: found.json().id }]);
    expect(await sendings()).toBe(1);
  });

  it.each([
    ['numbers for ids', { id: 17 }, { id: '17' }],
    [
      'an address that is no line of text',
      { id: 'x', fields: { applicationLink: 'https://a.test/\0' } },
      { id: 'x' },
    ],
    ['half a character', { id: 'x', fields: { applicationLink: '\ud800' } }, { id: 'x' }],
  ])('keeps an answer with %s, and looks for others beside it', async (_what, reported, stored) => {
    const odd = portalWith(
      changed(world.clientOf(), 'POST', (response) => ({
        ...response,
        text: JSON.stringify(reported),
      })),
    );
    const response = await submit({ key: 'odd', portal: odd });
    expect(response.json()).toMatchObject({ ...stored, fields: { applicationLink: '' } });
    expect((await submit({ key: 'odd', portal: odd })).json()).toEqual(response.json());
    await standIn.addFailure({ kind: 'drop', method: 'POST' });
    expect((await submit({ key: 'lost' })).statusCode).toBe(200);
  });

  it('says when a lead that never arrived can be submitted as a new one', async () => {
    await standIn.addFailure(neverArrives);
    expect((await submit()).json().error).toMatch(/not among the leads there so far/);
    await changeRows(`sent_at = now() - interval '3 minutes'`);
    const later = await submit();
    expect([later.statusCode, later.json().error]).toEqual([
      409,
      expect.stringMatching(/and would be by now: it can be submitted as a new lead/),
    ]);
    expect(await sendings()).toBe(1);
    await standIn.clearFailures();
    expect((await submit({ key: 'new' })).statusCode).toBe(200);
  });

  it('sends again what certainly never arrived', async () => {
    const away = upstreamClient(upstreamConfig({ UPSTREAM_URL: 'http://127.0.0.1:1' })!);
    const rejected = await submit({ portal: portalWith(away) });
    expect([rejected.statusCode, rejected.json().submission.outcome]).toEqual([503, 'not-sent']);

    await standIn.addFailure({ kind: 'reject', method: 'POST', status: 429, retryAfter: 7 });
    const tooMuch = await submit();
    expect([tooMuch.statusCode, tooMuch.headers['retry-after']]).toEqual([429, '7']);
    expect(tooMuch.json().submission.outcome).toBe('not-sent');

    await standIn.clearFailures();
    expect((await submit()).statusCode).toBe(200);
  });

  it('gives a rejection again', async () => {
    const fields = { ...given, phone: '0412' };
    const rejected = await submit({ fields });
    expect([rejected.statusCode, rejected.json().error]).toEqual([
      400,
      expect.stringMatching(/phone/),
    ]);
    expect((await submit({ fields })).body).toBe(rejected.body);
    expect(await sendings()).toBe(1);
  });

  it('rejects other content under the same key', async () => {
    await submit();
    expect((await submit({ fields: { ...given, firstName: 'Hēmi' } })).statusCode).toBe(422);
    expect(await sendings()).toBe(1);
  });

  it('does not take another lead for the lost one', async () => {
    const fields = { ...given, partnerLeadReferenceId: `mine ${kind}` };
    await submit({ key: 'known before', fields });
    await standIn.addFailure(neverArrives);
    expect((await submit({ fields })).json().error).toMatch(/not among the leads there/);

    await standIn.clearFailures();
    await standIn.addFailure({ kind: 'drop', method: 'POST' });
    await submit({ key: '', fields: { ...fields, lastName: 'Other' } });
    await standIn.clearFailures();
    expect((await submit({ fields })).json().error).toMatch(/don’t match the names/);
  });

  it('a process that died while it sent: the lead is found, or it is not known yet', async () => {
    const dying: UpstreamClient = {
      ...world.clientOf(),
      read: async (request) => {
        await world.clientOf().read(request);
        return new Promise(() => {});
      },
    };
    const died = portalWith(dying);
    void submit({ key: 'stored', portal: died });
    await expect.poll(sendings).toBe(1);
    const hurried = portalWith(world.clientOf(), { waitMs: 20 });
    expect((await submit({ key: 'stored', portal: hurried })).statusCode).toBe(200);

    await standIn.addFailure(neverArrives);
    void submit({ key: 'not stored', portal: died });
    await expect.poll(sendings).toBe(2);
    const early = await submit({ key: 'not stored', portal: hurried });
    expect([early.statusCode, early.headers['retry-after']]).toEqual([409, '2']);
    await changeRows(`sending_until = now()`);
    const over = await submit({ key: 'not stored', portal: hurried });
    expect([over.statusCode, over.json().submission.outcome]).toEqual([409, 'unknown']);
    expect(await sendings()).toBe(2);
  });

  it('passes a program’s lead without a key on as it is, once', async () => {
    expect((await submit({ key: '' })).json().fields.partnerLeadReferenceId).toBe('');
    await standIn.addFailure({ kind: 'drop', method: 'POST' });
    expect((await submit({ key: '' })).statusCode).toBe(502);
    expect(await sendings()).toBe(2);
  });

  it('keeps what became of a lead for a month, for pages that were left open', async () => {
    const known = await submit({ key: 'known' });
    await standIn.addFailure(neverArrives);
    await submit({ key: 'unknown' });
    await standIn.clearFailures();
    await changeRows(`sent_at = now() - interval '29 days'`);
    expect((await submit({ key: 'unknown' })).statusCode).toBe(409);
    expect((await submit({ key: 'known' })).json()).toEqual(known.json());
    expect(await sendings()).toBe(2);
    await changeRows(`sent_at = now() - interval '31 days'`);
    await deleteOldSentLeads(world.database.db);
    const { rows } = await changeRows('key = key');
    expect(rows).toHaveLength(0);
  });
});
