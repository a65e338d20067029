import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import {
  type BatchOperation,
  maxOperations,
  type OperationResult,
} from '#contract/operator/endpoints.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';

describe.each(databases)('many changes in one request on %s', (kind) => {
  const { service, broker, operator } = withPeople(kind);

  const send = async (operations: readonly BatchOperation[], headers = {}) =>
    operator.send('POST', '/batch', { operations }, headers);
  const resultsOf = async (operations: readonly BatchOperation[], headers = {}) =>
    (await send(operations, headers)).json<{ results: OperationResult[] }>().results;
  const update = (id: string, fields: object): BatchOperation => ({
    operation: 'updateLead',
    id,
    body: { fields },
  });
  const leadOf = async (id: string) => (await operator.send('GET', `/leads/${id}`)).json<Lead>();

  test('each has its own result, in order, and one that fails stops none of the others', async () => {
    const id = await submitLead(service, broker);
    const deal = { name: 'Rimu', brokerRepId: broker.contactId };
    const results = await resultsOf([
      update(id, { status: 'Attempting Contact' }),
      update(id, { status: 'Settled' }),
      update('missing', { status: 'Closed' }),
      update('not an id', { status: 'Closed' }),
      { operation: 'updateLead', id, ifMatch: '"earlier"', body: { fields: {} } },
      { operation: 'createDeal', body: { fields: deal } },
      { operation: 'createDeal', id, body: { fields: deal } },
      { operation: 'createDeal' },
      { operation: 'recordLeadCall', id, body: {} },
      { operation: 'convertLead', id, body: { fields: {} } },
      { operation: 'convertLead', id, body: { fields: {} } },
      update(id, { subStatus: 'Closed' }),
    ]);
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
      [200, undefined],
      [400, 'invalid-fields'],
      [404, 'not-found'],
      [404, 'not-found'],
      [412, 'version-conflict'],
      [200, undefined],
      [400, 'invalid-fields'],
      [400, 'malformed-request'],
      [200, undefined],
      [200, undefined],
      [409, 'already-converted'],
      [200, undefined],
    ]);
    const read = await operator.send('GET', `/leads/${id}`);
    const { fields } = read.json<Lead>();
    expect(fields).toMatchObject({
      status: 'Converted',
      subStatus: 'Closed',
      numberOfCallsMade: 1,
      convertedDealId: results[9]?.id,
    });
    expect(results.at(-1)).toEqual({ status: 200, id, etag: read.headers['etag'] });
    const { id: dealId } = results[5] ?? {};
    expect((await operator.send('GET', `/deals/${dealId}`)).json()).toMatchObject({
      fields: { name: 'Rimu' },
    });
  });

  test('changes of one record follow each other in the order of the request', async () => {
    const id = await submitLead(service, broker);
    const sources = Array.from({ length: 60 }, (_, at) => `Source ${at}`);
    const results = await resultsOf(sources.map((leadSource) => update(id, { leadSource })));
    expect(results.every(({ status }) => status === 200)).toBe(true);
    const rows = await service.database.db
      .selectFrom('changes')
      .select('current')
      .where('record_id', '=', id)
      .where('kind', '=', 'changed')
      .orderBy('id')
      .execute();
    expect(rows.map(({ current }) => current['leadSource'])).toEqual(sources);
  });

  test('sent again with its Idempotency-Key, it continues where it stopped and repeats nothing', async () => {
    const id = await submitLead(service, broker);
    const key = { 'idempotency-key': 'night-run' };
    const call: BatchOperation = { operation: 'recordLeadCall', id, body: {} };
    const wrong = update(id, { status: 'Settled' });
    const first = await resultsOf([call, wrong], key);
    const again = await send([call, wrong, call], key);
    expect(again.headers['idempotency-key']).toBe('night-run');
    const { results } = again.json<{ results: OperationResult[] }>();
    expect(results.slice(0, 2)).toEqual(first);
    expect(results[2]?.status).toBe(200);
    expect((await leadOf(id)).fields.numberOfCallsMade).toBe(2);

    const [other, same] = await resultsOf([wrong, wrong, call], key);
    expect(other).toMatchObject({ status: 422, error: { code: 'idempotency-key-reused' } });
    expect(same).toEqual(first[1]);
    expect((await leadOf(id)).fields.numberOfCallsMade).toBe(2);
  });

  test('after a failure on our side, later changes of the same record wait for the next try', async () => {
    const [id, other] = [await submitLead(service, broker), await submitLead(service, broker)];
    const { db } = service.database;
    const logged = update(id, { leadSource: 'Source 1' });
    const batch = [update(id, { status: 'Closed' }), logged, update(id, { status: 'Converted' })];
    const operations = [...batch, update(other, { status: 'Closed' })];
    await sql`alter table leads add constraint no_source check (operator_fields ->> 'leadSource' <> 'Source 1') not valid`.execute(
      db,
    );
    const key = { 'idempotency-key': 'failing' };
    const failed = await resultsOf(operations, key);
    expect(failed.map(({ status }) => status)).toEqual([200, 500, 503, 200]);
    expect((await leadOf(id)).fields.status).toBe('Closed');

    await sql`alter table leads drop constraint no_source`.execute(db);
    const again = await resultsOf(operations, key);
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await leadOf(id)).fields).toMatchObject({
      status: 'Converted',
      leadSource: 'Source 1',
    });
  });

  test(`has 1 to ${maxOperations} operations, all of a known form`, async () => {
    const id = await submitLead(service, broker);
    const call: BatchOperation = { operation: 'recordLeadCall', id, body: {} };
    const missing = update('not an id', {});
    const full = Array.from({ length: maxOperations }, (_, at) => (at % 100 ? missing : call));
    const results = await resultsOf(full);
    expect(results.map(({ status }) => status)).toEqual(
      full.map((one) => (one === call ? 200 : 404)),
    );
    expect((await leadOf(id)).fields.numberOfCallsMade).toBe(10);

    const errorOf = async (payload: object) => {
      const response = await operator.send('POST', '/batch', payload);
      return [response.statusCode, Object.keys(response.json<ErrorBody>().fields ?? {})];
    };
    expect(await errorOf({ operations: [...full, call] })).toEqual([400, ['operations']]);
    expect(await errorOf({ operations: [] })).toEqual([400, ['operations']]);
    expect(await errorOf({ operations: [call, { operation: 'readLead', id }] })).toEqual([
      400,
      ['operations.1.operation'],
    ]);
    expect((await leadOf(id)).fields.numberOfCallsMade).toBe(10);
  });

  test('of each operation that fails, a few errors are named', async () => {
    const keys = Array.from({ length: 90 }, (_, at) => [`k${at}`, 1]);
    const body = { fields: Object.fromEntries(keys) };
    const wrong: BatchOperation = { operation: 'createPartner', body };
    const results = await resultsOf(Array.from({ length: maxOperations }, () => wrong));
    expect(results).toHaveLength(maxOperations);
    const { error, fields } = results.at(-1)?.error ?? {};
    expect(Object.keys(fields ?? {})).toHaveLength(10);
    expect(error).toContain('91 fields need attention');
    expect(error).toContain('and 81 more.');
  });
});
