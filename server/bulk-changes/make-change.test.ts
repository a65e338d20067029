import { describe, expect, it } from 'vitest';

import { bulkChangeLimits } from '#contract/portal/bulk-changes.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { databases } from '#server/testing/database/databases.ts';
import { withBulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

const noted = { kind: 'add-note', note: 'Call again.' } as const;

describe.each(databases)('requests to make bulk changes on %s', (kind) => {
  const calls = withBulkChangeCalls(kind);
  const { bulk } = calls;
  const fieldsOf = async (person: typeof calls.admin, id: string) =>
    (await calls.read(person, id)).json<Lead>().fields;

  it('with one key make a change once, however often they arrive', async () => {
    const { broker } = await calls.newTeam();
    const lead = await calls.made(broker);
    const requested = {
      selection: { ids: [lead, 'gone'] },
      change: noted,
      previewedAt: new Date().toISOString(),
    };
    const make = async () => bulk.make(broker, requested, { 'idempotency-key': 'k' });
    const responses = await Promise.all(Array.from({ length: 5 }, make));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(responses[0]?.json()).toMatchObject({
      changed: 1,
      left: [{ total: 1, leads: [{ id: 'gone' }] }],
    });
    expect((await fieldsOf(broker, lead)).notes).toBe('Call again.');
    expect(await bulk.listed(broker)).toHaveLength(1);
  });

  it('make none without the time of a preview: an earlier version’s page asks only for one', async () => {
    const { broker } = await calls.newTeam();
    const lead = await calls.made(broker);
    const payload = { selection: { ids: [lead] }, change: noted };
    const response = await calls.service.as(broker).post('/portal/bulk-changes', payload);
    expect(response.statusCode).toBe(400);
    expect((await fieldsOf(broker, lead)).notes).toBe('');
  });

  it('are of at most 10,000 leads', async () => {
    const { broker } = await calls.newTeam();
    const owner = { partner_id: broker.partnerId, contact_id: broker.contactId };
    const by = { created_by: broker.accountId, created_via: 'api' } as const;
    const rows = Array.from({ length: bulkChangeLimits.leads }, () => smallestLead);
    await insertLeads(calls.service.database.db, { ...owner, ...by }, rows);
    const all = { query: '' };
    expect((await bulk.previewed(broker, all, noted)).changed).toBe(bulkChangeLimits.leads);
    await calls.made(broker);
    const sentence = 'Narrow the list to at most 10,000 leads.';
    for (const response of [
      await bulk.preview(broker, all, noted),
      await bulk.make(broker, { selection: all, change: noted }),
    ])
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { code: 'invalid-fields', error: sentence, fields: { 'selection.query': sentence } },
      ]);
    expect(await bulk.listed(broker)).toEqual([]);
  });
});
