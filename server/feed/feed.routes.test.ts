import { once } from 'node:events';

import { beforeAll, describe, expect, it } from 'vitest';

import type { FeedEntry } from '#contract/operator/changes.ts';
import { eraseLead } from '#server/erasure/erase-lead.ts';
import { bearer, makeOperatorKey } from '#server/testing/access/access-credentials.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import { testFiles, startTestApp } from '#server/testing/test-app.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

import { maxWaiting } from './change-signal.ts';

describe('GET /operator/v1/changes', () => {
  let headers: Record<string, string>;
  let broker: Person;
  const service = withService();
  beforeAll(async () => {
    headers = bearer(await makeOperatorKey(service.database.db));
    broker = await makePerson(service.database.db, 'broker');
  });

  const get = async (query = '') =>
    service.call('GET', `/operator/v1/changes${query}`, { headers });
  const read = async (query = '') => (await get(query)).json<FeedEntry[]>();
  /** Returns the position of the last entry. */
  const end = async () => (await read('?limit=1000')).at(-1)?.position ?? '0';
  const create = async (person = broker) => submitLead(service, person);

  it('has what happened to a lead, each entry with who, how and what', async () => {
    const after = await end();
    const id = await create();
    const payload = { fields: { notes: 'Call after 3', email: null } };
    await service.as(broker).patch(`/api/v1/lead/${id}`, payload);
    const parts = await multipart(
      uploadParts(id, { 'june.pdf': attachableFiles['statement.pdf'] }),
    );
    await service
      .as(broker)
      .post('/api/v1/attachment', parts.payload, { 'content-type': parts.contentType });
    const entries = await read(`?after=${after}`);
    const of = { recordType: 'lead', recordId: id, brokerRepId: broker.contactId, via: 'api' };
    const by = { by: { id: broker.accountId, name: 'Pat Moss' }, brokerId: broker.partnerId };
    const nothing = { bulkUpload: null, isErased: false };
    expect(entries).toMatchObject([
      { ...of, ...by, ...nothing, kind: 'created', values: { ...smallestLead, status: 'New' } },
      { ...of, ...by, ...nothing, kind: 'changed', values: { notes: 'Call after 3' } },
      { ...of, ...by, kind: 'attached', values: { fileName: 'june.pdf', type: 'Bank Statements' } },
    ]);
    const { attachmentId } = entries[2]?.values ?? {};
    const file = await service.call('GET', `/operator/v1/attachments/${String(attachmentId)}`, {
      headers,
    });
    expect(file.rawPayload.equals(attachableFiles['statement.pdf'])).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('june.pdf'),
    });

    await eraseLead(service.database.db, testFiles(service), id);
    const erased = await read(`?after=${after}`);
    expect(erased.map((entry) => [entry.kind, entry.isErased])).toEqual([
      ['created', true],
      ['changed', true],
      ['attached', true],
      ['erased', true],
    ]);
    expect(erased.map(({ values }) => values)).toEqual([
      { status: 'New', subStatus: 'Received' },
      {},
      {},
      {},
    ]);
    expect(erased[3]).toMatchObject({ by: null, via: 'command' });
  });

  it('names the row of a bulk upload', async () => {
    const after = await end();
    const admin = await makePerson(service.database.db, 'partner-admin');
    const [first, second] = [
      await openUploadFor(service, admin),
      await openUploadFor(service, admin),
    ];
    await first.set('submitting', 1);
    await second.set('submitting', 3);
    await second.submit([uploadRow(2), uploadRow(3), uploadRow(4)]);
    await first.submit([uploadRow(2)]);
    const entries = await read(`?after=${after}`);
    expect(entries.map(({ via, bulkUpload }) => [via, bulkUpload?.row])).toEqual([
      ['bulk-upload', 2],
      ['bulk-upload', 3],
      ['bulk-upload', 4],
      ['bulk-upload', 2],
    ]);
    expect(new Set(entries.map(({ bulkUpload }) => bulkUpload?.id)).size).toBe(2);
  });

  it('is read in parts, from any position', async () => {
    for (let count = 0; count < 3; count += 1) await create();
    const all = await read('?after=0&limit=1000');
    expect(all.map(({ position }) => Number(position.split('-')[0]))).toEqual(
      all.map((_, index) => index + 1),
    );
    const parts: FeedEntry[] = [];
    for (let after = '0'; ; after = parts.at(-1)?.position ?? '0') {
      const part = await read(`?after=${after}&limit=2`);
      if (part.length === 0) break;
      parts.push(...part);
    }
    expect(parts).toEqual(all);
  });

  it('waits for the next change, which ends the wait of all who wait, as many as there is room for', async () => {
    const after = await end();
    const waiting = Array.from({ length: maxWaiting + 1 }, async () =>
      get(`?after=${after}&wait=30`),
    );
    const busy = await Promise.race(waiting);
    expect(busy).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } });
    expect(await read(`?after=${after}`)).toEqual([]);
    const id = await create();
    for (const response of (await Promise.all(waiting)).filter((one) => one !== busy))
      expect(response.json<FeedEntry[]>().map(({ recordId }) => recordId)).toEqual([id]);
  });

  it('is empty when nothing happens in the time', async () => {
    const after = await end();
    const order: string[] = [];
    const entries = await Promise.all([
      read(`?after=${after}&wait=1`).finally(() => order.push('waited')),
      read(`?after=${after}`).finally(() => order.push('at once')),
    ]);
    expect(entries).toEqual([[], []]);
    expect(order).toEqual(['at once', 'waited']);
  });

  it('rejects a position beyond the end, and one of another database', async () => {
    await create();
    const position = await end();
    const [number, check = ''] = position.split('-');
    const otherCheck = `${check.startsWith('a') ? 'b' : 'a'}${check.slice(1)}`;
    for (const after of [`${number}-${otherCheck}`, `${Number(number) + 1}-${check}`]) {
      const response = await get(`?after=${after}&wait=30`);
      expect([response.statusCode, response.json()]).toEqual([
        409,
        { code: 'unknown-position', error: expect.stringContaining('from the beginning') },
      ]);
    }
    for (const [query, field] of [
      ['?after=last', 'after'],
      ['?limit=0', 'limit'],
      ['?limit=1001', 'limit'],
      ['?wait=31', 'wait'],
      ['?wait=1&wait=2', 'wait'],
    ] as const) {
      const response = await get(query);
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { code: 'invalid-fields', fields: { [field]: expect.any(String) } },
      ]);
    }
  });
});

it('a service that ends responds to those who wait for a change', async () => {
  const service = await startTestApp('PostgreSQL');
  const headers = bearer(await makeOperatorKey(service.database.db));
  const origin = await service.app.listen({ port: 0 });
  const arrived = once(service.app.server, 'request');
  const waiting = fetch(`${origin}/operator/v1/changes?wait=30`, { headers });
  await arrived;
  await service.close();
  expect(await (await waiting).json()).toEqual([]);
});
