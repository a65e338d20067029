import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Endpoint } from '#contract/endpoint.ts';
import { operator } from '#contract/operator/endpoints.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import {
  bearer,
  type Credentials,
  deadCredentials,
  makeOperatorKey,
} from '#server/testing/access/access-credentials.ts';
import {
  makeTestData,
  type RecordKind,
  type Owner,
  owners,
} from '#server/testing/access/access-test-data.ts';
import {
  type OperatorAccess,
  operatorAccessTable,
} from '#server/testing/access/operator-access-table.ts';
import { withService, started, testService } from '#server/testing/access/with-people.ts';
import { failureError } from '#server/testing/failures.ts';

const endpoints: readonly Endpoint[] = Object.values(operator);
const table: Readonly<Record<string, OperatorAccess>> = operatorAccessTable;

/** What responses name by its id. */
const kinds = [
  'partner',
  'contact',
  'account',
  'lead',
  'deal',
  'request',
  'question',
  'attachment',
] as const;

describe('access to the operator’s side', () => {
  let key: Credentials;
  let keyOfPartner: Credentials;
  const service = withService();
  const testData = started(async () => makeTestData(service));
  // Test data of other partners, which no other test has changed.
  const limitedData = started(async () => makeTestData(service));
  const dead = started(async () => deadCredentials(service));
  beforeAll(async () => {
    const { db } = service.database;
    key = bearer(await makeOperatorKey(db));
    keyOfPartner = bearer(
      await makeOperatorKey(db, 'Partner', idOf('partner', 'own', limitedData)),
    );
  });

  test.each(endpoints)('$id with a key of the operator', async (endpoint) => {
    const { recordType } = table[endpoint.id] ?? {};
    const records = recordType ? owners.map((owner) => idOf(recordType, owner)) : [''];
    const seen: string[] = [];
    for (const record of records) seen.push(await outcome(endpoint, key, record));
    const expected = ['200', '200', '200', '404 not-found', '404 not-found'];
    expect(seen).toEqual(expected.slice(0, records.length));
  });

  test.each(endpoints)('$id with a key of one partner', async (endpoint) => {
    const { recordType, forAll, send } = table[endpoint.id] ?? {};
    const own = forAll ? '403 no-access' : '200';
    const others = '404 not-found';
    const strangers = kinds.map((kind) => idOf(kind, 'stranger', limitedData));
    for (const [at, owner] of owners.entries()) {
      const record = recordType && idOf(recordType, owner, limitedData);
      const response = await ask(endpoint, keyOfPartner, record, 'own', limitedData);
      expect(readOutcome(response), owner).toBe(recordType && at > 1 ? others : own);
      for (const id of strangers) expect(response.body).not.toContain(id);
    }
    if (recordType || !send) return;
    // Ids of other partners in a body get the same response as unknown ones.
    const ofOthers = await ask(endpoint, keyOfPartner, '', 'stranger', limitedData);
    const ofNobody = await ask(endpoint, keyOfPartner, '', 'missing');
    expect(ofOthers.body).toBe(ofNobody.body);
    expect(ofOthers.body).toMatch(/doesn’t exist|limited to one partner/);
  });

  test.each(endpoints)('$id with any other credentials', async (endpoint) => {
    const { recordType } = table[endpoint.id] ?? {};
    const id = recordType && idOf(recordType, 'own');
    for (const [name, credentials] of Object.entries(dead.operator)) {
      const isToken = credentials['authorization']?.startsWith('Bearer ');
      expect(await outcome(endpoint, credentials, id), name).toBe(
        isToken ? '401 invalid-token' : '401 missing-token',
      );
    }
  });

  const idOf = (recordType: RecordKind, owner: Owner, data = testData) =>
    data.idOf(recordType, owner, 'broker');

  const outcome = async (...call: Parameters<typeof ask>) => readOutcome(await ask(...call));

  async function ask(
    { id, method, path }: Endpoint,
    headers: Credentials,
    record = '',
    owner: Owner = 'own',
    data = testData,
  ) {
    const url = path.replace(':id', encodeURIComponent(record));
    const named = {
      partnerId: idOf('partner', owner, data),
      contactId: idOf('contact', owner, data),
      leadId: idOf('lead', owner, data),
    };
    const response = await service.call(method, url, { headers, ...table[id]?.send?.(named) });
    expect(failureError(response)).toBeUndefined();
    return response;
  }

  function readOutcome(response: LightMyRequestResponse): string {
    return response.statusCode < 400
      ? `${response.statusCode}`
      : `${response.statusCode} ${response.json<ErrorBody>().code}`;
  }
});

test('in front of an existing service there is no operator’s side', async () => {
  const service = await testService({ env: { UPSTREAM_URL: 'http://127.0.0.1:9' } });
  const headers = bearer(await makeOperatorKey(service.database.db));
  for (const { method, path } of endpoints) {
    const url = path.replace(':id', 'a');
    const response = await service.call(method, url, { headers });
    expect(response.statusCode).toBe(404);
    expect(response.json<ErrorBody>().code).toBe('unknown-address');
  }
});

test('requests are limited for each key, and those with an invalid key for each network', async () => {
  const service = await testService({ deps: { requestsPerMinute: 3 } });
  const { db } = service.database;
  const [busy, other] = [bearer(await makeOperatorKey(db)), bearer(await makeOperatorKey(db))];
  const statusesOf = async (headers: Credentials) => {
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await service.call('GET', '/operator/v1/leads', { headers })).statusCode);
    return statuses;
  };
  expect(await statusesOf(busy)).toEqual([200, 200, 200, 429]);
  expect(await statusesOf(bearer('pok_x'))).toEqual([401, 401, 401, 429]);
  expect(await statusesOf(other)).toEqual([200, 200, 200, 429]);
});
