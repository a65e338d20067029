import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';

import { type Endpoint, type Role, roles } from '#contract/endpoint.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { ErrorBody, ErrorCode } from '#contract/v1/errors.ts';
import {
  type Credentials,
  deadCredentials,
  liveCredentials,
} from '#server/testing/access/access-credentials.ts';
import { accessTable } from '#server/testing/access/access-table.ts';
import { makeTestData, owners } from '#server/testing/access/access-test-data.ts';
import type { Access, Row } from '#server/testing/access/expected-access.ts';
import { web } from '#server/testing/access/portal-endpoints.ts';
import { registeredRoutes } from '#server/testing/access/registered-routes.ts';
import { passkeyOrigin } from '#server/testing/access/software-passkey.ts';
import { withService, started } from '#server/testing/access/with-people.ts';
import { failureError, withoutStream } from '#server/testing/failures.ts';
import type { Person } from '#server/testing/people.ts';

// The expected responses are in server/testing/access/access-table.ts. These tests send every
// request and compare.

const endpoints: readonly Endpoint[] = [...Object.values(v1), ...Object.values(web)];
const table: Readonly<Record<string, Access>> = accessTable;
const cases = endpoints.flatMap((endpoint) => {
  const access = table[endpoint.id];
  return access ? [{ id: endpoint.id, endpoint, access }] : [];
});
// The description of the API is not part of the contract, nor what an operator’s monitoring reads,
// nor the page of a client (server/upload-links/send-files.routes.test.ts).
const openToAll = [
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'GET /api/docs',
  'GET /send-files/:token',
  'POST /send-files/:token',
  'GET /api/v1/openapi.json',
  'GET /operator/v1/docs',
  'GET /operator/v1/openapi.json',
];

/** The code of each rejection in the access table. */
const codes: Readonly<Record<number, ErrorCode>> = {
  403: 'no-access',
  404: 'not-found',
  409: 'api-key-issuer-conflict',
};

/** Returns an expected status, and the code of a rejection: `200`, `403 no-access`. */
function expectedOutcome(status: number): string {
  return status < 400 ? `${status}` : `${status} ${codes[status]}`;
}

/** Returns the different outcomes of requests, in the form of {@link expectedOutcome}. */
function outcomesOf(responses: readonly LightMyRequestResponse[]): string[] {
  const outcomes = responses.map((response) =>
    response.statusCode < 400
      ? `${response.statusCode}`
      : `${response.statusCode} ${response.json<ErrorBody>().code}`,
  );
  return [...new Set(outcomes)];
}

/** Returns the code with which an endpoint rejects invalid credentials. */
function codeWithout({ auth }: Endpoint, { authorization = '' }: Credentials): ErrorCode {
  if (auth === 'session') return 'not-signed-in';
  return authorization.startsWith('Bearer ') ? 'invalid-token' : 'missing-token';
}

test('every endpoint of the contract has its row in the access table, and every row its endpoint', () => {
  expect(Object.keys(table).toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted());
});

describe.each(['people', 'integrations'] as const)('access of %s', (kind) => {
  const service = withService('PostgreSQL', { env: { PUBLIC_URL: passkeyOrigin } });
  const testData = started(async () => makeTestData(service, kind));
  const dead = started(async () => deadCredentials(service));

  // An integration has only API keys for the interface, and never belongs to support.
  const isAbout = ({ endpoint: { auth } }: { endpoint: Endpoint }) =>
    kind === 'people' || auth === 'bearer';
  const callerRoles = roles.filter((role) => kind === 'people' || role !== 'support');

  test('the service has the endpoints of the contract and no others, beside their description', () => {
    const all: readonly Endpoint[] = [...endpoints, ...Object.values(operator)];
    const described = all.flatMap(({ method, path, alsoAt = [] }) =>
      [path, ...alsoAt].map((address) => `${method} ${address}`),
    );
    const routes = registeredRoutes(service.app).filter((route) => !route.startsWith('HEAD '));
    expect(routes.toSorted()).toEqual([...described, ...openToAll].toSorted());
  });

  describe.each(cases.filter(isAbout))('$id', ({ endpoint, access }) => {
    test.each(callerRoles)('as %s', async (role) => {
      const { seen, expected } = await outcome(endpoint, access, role);
      expect(seen).toEqual(expected);
    });
  });

  const guarded = cases.filter((row) => row.endpoint.auth !== 'none' && kind === 'people');
  test.each(guarded)('$id without credentials that hold', async ({ endpoint, access }) => {
    const caller = testData.callers.broker;
    const id = access.kind === 'record' ? testData.idOf(access.recordType, 'own', 'broker') : '';
    for (const [name, credentials] of Object.entries(dead[endpoint.auth]))
      for (const response of await ask(endpoint, access, { caller, credentials, id })) {
        expect(outcomesOf([response]), name).toEqual([`401 ${codeWithout(endpoint, credentials)}`]);
        const challenge = String(response.headers['www-authenticate']);
        expect(challenge.startsWith('Bearer'), name).toBe(endpoint.auth === 'bearer');
      }
  });

  /** Returns what a role gets from an endpoint, beside what the table expects. */
  async function outcome(endpoint: Endpoint, access: Access, role: Role) {
    if (access.kind === 'record') return byOwner(endpoint, access, role);
    if (access.kind === 'list') return listed(endpoint, access, role);
    const responses = await askEverywhere(endpoint, access, await testData.newcomer(role));
    return { seen: outcomesOf(responses), expected: [expectedOutcome(access.expected[role])] };
  }

  /** Returns the outcome for each owner of a record. */
  async function byOwner(endpoint: Endpoint, access: Access<'record'>, role: Role) {
    const seen: Record<string, string[]> = {};
    const expected: Record<string, string[]> = {};
    for (const [at, owner] of owners.entries()) {
      const id = testData.idOf(access.recordType, owner, role);
      seen[owner] = outcomesOf(await askEverywhere(endpoint, access, testData.callers[role], id));
      expected[owner] = [expectedOutcome(access.expected[role][at] ?? 0)];
    }
    return { seen, expected };
  }

  /** Returns whose records are listed, and whether the total of a list in pages is their number. */
  async function listed(endpoint: Endpoint, access: Access<'list'>, role: Role) {
    const responses = await askEverywhere(endpoint, access, testData.callers[role]);
    const visible = access.expected[role];
    if (visible === 403) return { seen: outcomesOf(responses), expected: [expectedOutcome(403)] };
    const contacts = new Set(visible.flatMap((owner) => testData.contactsOf(owner, role)));
    const seen = responses.map((response) => {
      const rows = response.json<Row[]>();
      const total = response.headers['x-total-count'];
      return { contacts: new Set(rows.map(access.contactOf)), total: total ?? 'none' };
    });
    const { query, auth } = endpoint;
    const hasTotal = auth === 'bearer' || Object.hasOwn(query?.shape ?? {}, 'sort');
    const expected = responses.map((response) => ({
      contacts,
      total: hasTotal ? String(response.json<Row[]>().length) : 'none',
    }));
    return { seen, expected };
  }

  /** Sends the request with each kind of credentials that the caller has. */
  async function askEverywhere(endpoint: Endpoint, access: Access, caller: Person, id = '') {
    const responses: LightMyRequestResponse[] = [];
    for (const credentials of await liveCredentials(service, endpoint, caller))
      responses.push(...(await ask(endpoint, access, { caller, credentials, id })));
    return responses;
  }

  /**
   * Sends the request to each of the endpoint’s paths. Every failure must have the common error
   * format.
   */
  async function ask(
    { method, path, alsoAt = [] }: Endpoint,
    access: Access,
    { caller, credentials, id }: { caller: Person; credentials: Credentials; id: string },
  ) {
    const responses: LightMyRequestResponse[] = [];
    for (const address of [path, ...alsoAt]) {
      const sent = await access.send({ id, caller, db: service.database.db });
      const url = address.replace(':id', encodeURIComponent(id));
      const called = await service.call(method, url, { headers: credentials, ...sent });
      const response = sent.payloadAsStream ? await withoutStream(called) : called;
      expect(failureError(response)).toBeUndefined();
      responses.push(response);
    }
    return responses;
  }
});
