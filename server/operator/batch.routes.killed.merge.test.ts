import { expect, test } from 'vitest';

import type { BatchOperation, OperationResult } from '#contract/operator/endpoints.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { bearer, makeOperatorKey } from '#server/testing/access/access-credentials.ts';
import { processSettings, testDatabase } from '#server/testing/access/with-people.ts';
import { killAt, whileLocked } from '#server/testing/kill-at.ts';
import { makePerson } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

// The embedded database ends with its process, and no other process can hold a lock on it.
test('a batch whose process is killed half way is continued by sending it again: what is stored is what its results report', async () => {
  const database = await testDatabase();
  const { db, pool } = database;
  const settings = await processSettings(database);
  const broker = await makePerson(db, 'broker');
  const owner = { partner_id: broker.partnerId, contact_id: broker.contactId };
  const by = { created_by: broker.accountId, created_via: 'portal' } as const;
  const leads = [smallestLead, smallestLead, smallestLead];
  const [called = '', locked = '', converted = ''] = await insertLeads(
    db,
    { ...owner, ...by },
    leads,
  );
  const key = bearer(await makeOperatorKey(db));

  const deal = (name: string): BatchOperation => ({
    operation: 'createDeal',
    body: { fields: { name, brokerRepId: broker.contactId } },
  });
  const call: BatchOperation = { operation: 'recordLeadCall', id: called, body: {} };
  const operations: BatchOperation[] = [
    deal('First'),
    call,
    { operation: 'createPartner', body: { fields: { name: 'Kauri' } } },
    { operation: 'convertLead', id: converted, body: { fields: { name: 'Second' } } },
    call,
    { operation: 'updateLead', id: 'nobody', body: { fields: {} } },
    // The process is killed while this one runs.
    { operation: 'updateLead', id: locked, body: { fields: { status: 'With Broker' } } },
    deal('Third'),
    call,
  ];
  const send = async (origin: string) => {
    const response = await fetch(`${origin}/operator/v1/batch`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json', 'idempotency-key': 'batch' },
      body: JSON.stringify({ operations }),
    });
    return ((await response.json()) as { results: OperationResult[] }).results;
  };
  const stored = async () => ({
    deals: (await db.selectFrom('deals').select(['id', 'name']).orderBy('name').execute()).map(
      ({ id, name }) => [name, id],
    ),
    partners: (
      await db.selectFrom('partners').select('id').where('name', '=', 'Kauri').execute()
    ).map(({ id }) => id),
    leads: Object.fromEntries(
      (
        await db.selectFrom('leads').select(['id', 'status', 'calls_made', 'version']).execute()
      ).map(({ id, ...lead }) => [id, lead]),
    ),
  });

  await killAt(
    {
      start: () => startProcess(settings),
      at: [whileLocked(pool, `select from leads where id = '${locked}' for update`)],
    },
    send,
    async (origin) => {
      const half = await stored();
      expect(half.deals.map(([name]) => name)).toEqual(['First', 'Second']);
      expect(half.leads).toMatchObject({
        [called]: { calls_made: 2, version: 3 },
        [locked]: { status: 'New', version: 1 },
        [converted]: { status: 'Converted' },
      });

      const results = await send(origin);
      expect(results.map(({ status }) => status)).toEqual([
        200, 200, 200, 200, 200, 404, 200, 200, 200,
      ]);
      const all = await stored();
      expect(all.deals.slice(0, 2)).toEqual(half.deals);
      expect(all.partners).toEqual(half.partners);
      expect(all).toMatchObject({
        deals: [
          ['First', results[0]?.id],
          ['Second', results[3]?.id],
          ['Third', results[7]?.id],
        ],
        partners: [results[2]?.id],
        leads: {
          [called]: { calls_made: 3, version: 4 },
          [locked]: { status: 'With Broker', version: 2 },
          [converted]: half.leads[converted],
        },
      });
      expect(await send(origin)).toEqual(results);
      expect(await stored()).toEqual(all);
    },
  );
});
