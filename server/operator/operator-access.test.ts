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
import { withService, started } from '#server/testing/access/with-people.ts';
import { failureError } from '#server/testing/failures.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const endpoints: readonly Endpoint[] = Object.values(operator);
const table: Readonly<Record<string, OperatorAccess>> = operatorAccessTable;

describe('access to the operator’s side', () => {
  let key: Credentials;
  const service = withService();
  const testData = started(async () => makeTestData(service));
  const dead = started(async () => deadCredentials(service));
  beforeAll(async () => {
    key = bearer(await makeOperatorKey(service.database.db));
  });

  test.each(endpoints)('$id with a key of the operator', async (endpoint) => {
    const { recordType } = table[endpoint.id] ?? {};
    const records = recordType ? owners.map((owner) => idOf(recordType, owner)) : [''];
    const seen: string[] = [];
    for (const record of records) seen.push(await outcome(endpoint, key, record));
    const expected = ['200', '200', '200', '404 not-found', '404 not-found'];
    expect(seen).toEqual(expected.slice(0, records.length));
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

  function idOf(recordType: RecordKind | 'partner', owner: Owner): string {
    const isRecord = owner !== 'missing' && owner !== 'malformed';
    if (recordType === 'partner' && isRecord) return testData.callers.broker.partnerId ?? '';
    return testData.idOf(recordType === 'partner' ? 'contact' : recordType, owner, 'broker');
  }

  async function outcome({ id, method, path }: Endpoint, headers: Credentials, record = '') {
    const url = path.replace(':id', encodeURIComponent(record));
    const { broker } = testData.callers;
    const response = await service.call(method, url, {
      headers,
      ...table[id]?.send?.({ ...broker, leadId: testData.idOf('lead', 'own', 'broker') }),
    });
    expect(failureError(response)).toBeUndefined();
    return response.statusCode < 400
      ? `${response.statusCode}`
      : `${response.statusCode} ${response.json<ErrorBody>().code}`;
  }
});

test('in front of an existing service there is no operator’s side', async () => {
  const service = await startTestApp('PostgreSQL', {
    env: { UPSTREAM_URL: 'http://127.0.0.1:9' },
  });
  const headers = bearer(await makeOperatorKey(service.database.db));
  for (const { method, path } of endpoints) {
    const url = path.replace(':id', 'a');
    const response = await service.call(method, url, { headers });
    expect([response.statusCode, response.json<ErrorBody>().code]).toEqual([
      404,
      'unknown-address',
    ]);
  }
  await service.close();
});

test('requests are limited for each key, and those with an invalid key for each network', async () => {
  const service = await startTestApp('PostgreSQL', { deps: { requestsPerMinute: 3 } });
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
  await service.close();
});
