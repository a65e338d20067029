import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Endpoint, type Role, roles } from '#contract/endpoint.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { web } from '#contract/web/endpoints.ts';
import {
  type Credentials,
  type DeadCredentials,
  deadCredentials,
  liveCredentials,
} from '#server/testing/access-credentials.ts';
import { type Access, accessTable, type Row } from '#server/testing/access-table.ts';
import { makeWorld, owners, type World } from '#server/testing/access-world.ts';
import { databases } from '#server/testing/databases.ts';
import { expectFailureForm } from '#server/testing/failures.ts';
import type { Person } from '#server/testing/people.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

// What is expected stands in server/testing/access-table.ts; here the service is asked for all of it.

const endpoints: readonly Endpoint[] = [...Object.values(v1), ...Object.values(web)];
const table: Readonly<Record<string, Access>> = accessTable;
const cases = endpoints.flatMap((endpoint) => {
  const access = table[endpoint.id];
  return access ? [{ id: endpoint.id, endpoint, access }] : [];
});
const idsOf = (all: readonly Endpoint[]) => all.map(({ id }) => id).toSorted();

test('every endpoint of the contract has its row in the access table, and every row its endpoint', () => {
  expect(Object.keys(table).toSorted()).toEqual(idsOf(endpoints));
});

describe.each(databases)('access on %s', (kind) => {
  let service: TestApp;
  let world: World;
  let dead: DeadCredentials;
  beforeAll(async () => {
    service = await startTestApp(kind);
    world = await makeWorld(service);
    dead = await deadCredentials(service);
  });
  afterAll(async () => service.close());

  test('the service has the endpoints of the contract and no others', () => {
    expect(idsOf(service.app.endpoints)).toEqual(idsOf(endpoints));
  });

  describe.each(cases)('$id', ({ endpoint, access }) => {
    test.each(roles)('as %s', async (role) => {
      if (access.kind === 'record') await expectByOwner(endpoint, access, role);
      else if (access.kind === 'list') await expectListed(endpoint, access, role);
      else await expectCalled(endpoint, access, role);
    });
  });

  const guarded = cases.filter(({ endpoint }) => endpoint.auth !== 'none');
  test.each(guarded)('$id without credentials that hold', async ({ endpoint, access }) => {
    const caller = world.callers.broker;
    const id = access.kind === 'record' ? world.idOf(access.noun, 'own', 'broker') : '';
    for (const [name, credentials] of Object.entries(dead[endpoint.auth]))
      for (const answer of await ask(endpoint, access, { caller, credentials, id }))
        expect(answer.statusCode, name).toBe(401);
  });

  async function expectByOwner(endpoint: Endpoint, access: Access<'record'>, role: Role) {
    const seen: Record<string, number[]> = {};
    for (const owner of owners) {
      const id = world.idOf(access.noun, owner, role);
      const answers = await askEveryWay(endpoint, access, world.callers[role], id);
      seen[owner] = [...new Set(answers.map(({ statusCode }) => statusCode))];
    }
    expect(seen).toEqual(
      Object.fromEntries(owners.map((owner, at) => [owner, [access.expected[role][at]]])),
    );
  }

  async function expectListed(endpoint: Endpoint, access: Access<'list'>, role: Role) {
    const expected = access.expected[role];
    for (const answer of await askEveryWay(endpoint, access, world.callers[role])) {
      expect(answer.statusCode).toBe(expected === 403 ? 403 : 200);
      if (expected === 403) continue;
      const rows = answer.json<Row[]>();
      const contacts = new Set(rows.map((row) => access.contactOf(row)));
      expect(contacts).toEqual(new Set(expected.flatMap((owner) => world.contactsOf(owner, role))));
      if (endpoint.auth === 'bearer')
        expect(answer.headers['x-total-count']).toBe(String(rows.length));
    }
  }

  async function expectCalled(endpoint: Endpoint, access: Access<'call'>, role: Role) {
    const answers = await askEveryWay(endpoint, access, await world.newcomer(role));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(
      new Set([access.expected[role]]),
    );
  }

  /** Asks with each of the credentials that the caller has. */
  async function askEveryWay(endpoint: Endpoint, access: Access, caller: Person, id = '') {
    const answers: LightMyRequestResponse[] = [];
    for (const credentials of await liveCredentials(service, endpoint, caller))
      answers.push(...(await ask(endpoint, access, { caller, credentials, id })));
    return answers;
  }

  /** Asks at each of the endpoint's paths; every failure has the one form. */
  async function ask(
    { method, path, alsoAt = [], auth }: Endpoint,
    access: Access,
    { caller, credentials, id }: { caller: Person; credentials: Credentials; id: string },
  ) {
    const answers: LightMyRequestResponse[] = [];
    for (const address of [path, ...alsoAt]) {
      const sent = await access.send({ id, caller, db: service.database.db });
      const url = address.replace(':id', encodeURIComponent(id));
      const answer = await service.call(method, url, { headers: credentials, ...sent });
      if (answer.statusCode >= 400) expectFailureForm(answer, auth === 'bearer');
      answers.push(answer);
    }
    return answers;
  }
});
