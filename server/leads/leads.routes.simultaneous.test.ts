import { describe, expect, it } from 'vitest';

import type { Lead } from '#contract/v1/lead-records.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { bothDatabases } from '#server/testing/database/databases.ts';
import { leadFields, withLeadCalls } from '#server/testing/leads/lead-calls.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

import { leadInserter } from './leads.store.ts';

describe.each(bothDatabases)('leads created at the same time on %s', (kind) => {
  const calls = withLeadCalls(kind);

  it('are each stored as sent, for who sent them, with their first history', async () => {
    const { admin, broker, colleague, create, read, service } = calls;
    const { contactId } = colleague;
    const sent = Array.from({ length: 60 }, (_, at) => ({
      person: at % 2 === 0 ? broker : admin,
      fields: {
        ...leadFields,
        partnerLeadReferenceId: `R-${at}`,
        ...(at % 4 === 1 && { brokerRepId: contactId }),
      },
    }));
    const responses = await Promise.all(sent.map(({ person, fields }) => create(person, fields)));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const ids = responses.map((response) => response.json<Lead>().id);
    expect(new Set(ids).size).toBe(60);
    const leads = await Promise.all(ids.map((id) => read(admin, id)));
    for (const [at, { person, fields }] of sent.entries()) {
      const reference = fields.partnerLeadReferenceId;
      const lead = leads[at]!.json<Lead>();
      expect(responses[at]!.json()).toMatchObject({
        fields: { partnerLeadReferenceId: reference },
      });
      expect(lead).toMatchObject({
        createdBy: person.accountId,
        fields: {
          partnerLeadReferenceId: reference,
          brokerRepId: fields.brokerRepId ?? person.contactId,
        },
      });
    }
    const { db } = service.database;
    const entries = db.selectFrom('changes').select('record_id').where('record_id', 'in', ids);
    expect((await entries.where('kind', '=', 'created').execute()).length).toBe(60);
    const totals = db.selectFrom('lead_totals').select('total').orderBy('total');
    const ofPartner = totals.where('partner_id', '=', broker.partnerId);
    expect(await ofPartner.execute()).toEqual([{ total: 15 }, { total: 15 }, { total: 30 }]);
  });

  it('with and without an Idempotency-Key: each once', async () => {
    const { broker, service } = calls;
    const create = async (key: Record<string, string>) =>
      service.as(broker).post('/api/v1/lead', { fields: leadFields }, key);
    const same = { 'idempotency-key': 'same' };
    const responses = await Promise.all([{}, same, {}, same, {}].map(create));
    const ids = responses.map((response) => response.json<Lead>().id);
    expect(ids[1]).toBe(ids[3]);
    expect(new Set(ids).size).toBe(4);
  });

  it('are rejected alone if they are invalid', async () => {
    const { broker, create } = calls;
    const sent = [leadFields, { ...leadFields, lastName: '' }, leadFields];
    const responses = await Promise.all(sent.map((fields) => create(broker, fields)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 400, 200]);
  });
});

// An error outside a transaction ends the connection of the embedded database.
describe('a lead that the database cannot store', () => {
  const { broker, service } = withPeople();

  it('is rejected without those created at the same time', async () => {
    const { db, pool } = service.database;
    const insert = leadInserter(pool);
    const owner = {
      partner_id: broker.partnerId,
      contact_id: broker.contactId,
      created_by: broker.accountId,
      created_via: 'api' as const,
    };
    const names = ['One', 'Two\0', 'Three'];
    const stored = await Promise.allSettled(
      names.map(async (lastName) => insert(db, owner, { ...smallestLead, lastName })),
    );
    expect(stored.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const ids = stored.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const rows = await db.selectFrom('leads').select('id').where('id', 'in', ids).execute();
    expect(rows.length).toBe(2);
  });
});
