import { readdir } from 'node:fs/promises';
import path from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Endpoint } from '#contract/endpoint.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { Lead, LeadCreateResponse } from '#contract/v1/lead-records.ts';
import {
  bearer,
  type Credentials,
  makeOperatorKey,
} from '#server/testing/access/access-credentials.ts';
import { accessTable } from '#server/testing/access/access-table.ts';
import { makeTestData } from '#server/testing/access/access-test-data.ts';
import type { Access } from '#server/testing/access/expected-access.ts';
import {
  type OperatorAccess,
  operatorAccessTable,
} from '#server/testing/access/operator-access-table.ts';
import { web } from '#server/testing/access/portal-endpoints.ts';
import { withService, started } from '#server/testing/access/with-people.ts';
import {
  toAnswered,
  creations,
  toStoredFields,
  toSent,
  updates,
} from '#server/testing/arbitrary/arbitrary-leads.ts';
import { anyMultipart } from '#server/testing/arbitrary/arbitrary-multipart.ts';
import {
  anyBody,
  anyHeaders,
  anyQuery,
  anySegment,
} from '#server/testing/arbitrary/arbitrary-requests.ts';
import { failureError } from '#server/testing/failures.ts';
import { type HttpResponse, type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

const table: Readonly<Record<string, Access>> = accessTable;
const operatorTable: Readonly<Record<string, OperatorAccess>> = operatorAccessTable;
// A stream of events has no end to wait for.
const endpoints = [...Object.values<Endpoint>(v1), ...Object.values<Endpoint>(web)].filter(
  (one) => one !== web.streamEvents,
);

// Fifty workbooks take a while on a busy machine.
describe('arbitrary input', () => {
  let broker: Person;
  let http: HttpCaller;
  const logged: string[] = [];
  const service = withService('PostgreSQL', {
    deps: { requestsPerMinute: Infinity, logStream: { write: (line) => logged.push(line) } },
  });
  const testData = started(async () => makeTestData(service));
  beforeAll(async () => {
    broker = testData.callers.broker;
    http = httpCaller(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    http.close();
  });

  test.each(endpoints)('$id succeeds or responds with a valid error', async (endpoint) => {
    const { id, auth } = endpoint;
    // A new person, because some calls end a session or a key.
    const caller = await makePerson(service.database.db, 'partner-admin', broker.partnerId ?? '');
    const access = table[id];
    const known =
      access?.kind === 'record' ? testData.idOf(access.recordType, 'own', 'broker') : '';
    await sendAnything(endpoint, known, auth === 'bearer' ? caller.bearer : caller.session);
    expect(await healthError()).toBeUndefined();
  });

  test.each<Endpoint>(Object.values(operator))(
    '$id of the operator succeeds or responds with a valid error',
    async (endpoint) => {
      const credentials = bearer(await makeOperatorKey(service.database.db));
      const { recordType } = operatorTable[endpoint.id] ?? {};
      const known =
        recordType === 'partner'
          ? broker.partnerId
          : recordType && testData.idOf(recordType, 'own', 'broker');
      await sendAnything(endpoint, known ?? '', credentials);
      expect(await healthError()).toBeUndefined();
    },
  );

  /** Sends fifty arbitrary requests to an endpoint, half of them about a known record. */
  async function sendAnything(
    { method, path: address }: Endpoint,
    known: string,
    credentials: Credentials,
  ): Promise<void> {
    const requests = fc.record({
      segment: fc.oneof({ weight: 2, arbitrary: fc.constant(known) }, anySegment),
      query: anyQuery,
      headers: anyHeaders,
      body: method === 'GET' ? fc.constant(undefined) : anyBody,
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ segment, query, headers, body }) => {
        const response = await http.call({
          method,
          path: `${address.replace(':id', segment)}?${query}`,
          headers: { 'content-type': 'application/json', ...headers, ...credentials },
          ...(body && { body }),
        });
        expect(error(response)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  }

  test('an upload of any bytes is stored completely or not at all', async () => {
    const leadId = testData.idOf('lead', 'own', 'broker');
    await fc.assert(
      fc.asyncProperty(anyMultipart(leadId), anyHeaders, async ({ contentType, body }, headers) => {
        const response = await http.call({
          method: 'POST',
          path: v1.createAttachments.path,
          headers: { ...headers, ...broker.bearer, 'content-type': contentType },
          body,
        });
        expect(error(response)).toBeUndefined();
      }),
      { numRuns: 120 },
    );
    const rows = await service.database.db.selectFrom('attachments').select('id').execute();
    const files = path.join(service.config.dataDir, 'files');
    expect(await readdir(path.join(files, 'incoming'))).toEqual([]);
    expect((await readdir(files)).filter((name) => name !== 'incoming').toSorted()).toEqual(
      rows.map(({ id }) => id).toSorted(),
    );
    expect(await healthError()).toBeUndefined();
  });

  test('a lead reads as sent, and a change affects only the fields it names', async () => {
    await fc.assert(
      fc.asyncProperty(creations, updates, async (created, changed) => {
        const made = await send<LeadCreateResponse>('POST', '/api/v1/lead', toSent(created));
        const address = `/api/v1/lead/${made.id}`;
        const stored = toStoredFields(created);
        const { partnerLeadReferenceId = '' } = stored;
        expect(made.fields.partnerLeadReferenceId).toBe(partnerLeadReferenceId);

        const read = await send<Lead>('GET', address);
        expect(read.fields).toMatchObject(toAnswered(stored));
        expect(await send<Lead[]>('GET', '/api/v1/lead?pageSize=1')).toEqual([read]);

        const after = await send<Lead>('PATCH', address, toSent(changed));
        expect(after.fields).toMatchObject(toAnswered(toStoredFields(created, changed)));
        expect(await send<Lead>('GET', address)).toEqual(after);
      }),
      { numRuns: 25 },
    );
  });

  async function send<T>(method: string, address: string, fields?: object): Promise<T> {
    const response = await http.call({
      method,
      path: address,
      headers: { 'content-type': 'application/json', ...broker.bearer },
      ...(fields && { body: JSON.stringify({ fields }) }),
    });
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
    return JSON.parse(response.body) as T;
  }

  /**
   * Returns what is wrong with a response, with what was logged; undefined for a correct response.
   */
  function error(response: HttpResponse): string | undefined {
    return response.statusCode < 500
      ? failureError(response)
      : `${response.body}\n${logged.at(-1)}`;
  }

  /**
   * Checks that the service still works: a valid request succeeds, and no query is queued for a
   * database connection. Returns what is wrong.
   */
  async function healthError(): Promise<string | undefined> {
    await send<Lead[]>('GET', '/api/v1/lead');
    const { waitingCount } = service.database.pool;
    return waitingCount === 0 ? undefined : `${waitingCount} wait for the database`;
  }
});
