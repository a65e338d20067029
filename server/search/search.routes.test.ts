import { describe, expect, it } from 'vitest';

import type { FoundRecord } from '#contract/portal/search.ts';
import { newId } from '#server/db/ids.ts';
import { started, withPeople } from '#server/testing/access/with-people.ts';
import { bothDatabases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';
import { makePerson, type ContactPerson, type Person } from '#server/testing/people.ts';
import { fillSearched } from '#server/testing/search/fill-searched.ts';
import { searchQueries } from '#server/testing/search/search-queries.ts';

describe.each(bothDatabases)('the search of leads and deals on %s', (kind) => {
  const { service, admin, broker, colleague } = withPeople(kind);
  const data = started(async () => fillSearched(service.database.db, 11, 200));

  const search = async (person: Person, q: string, limit = 5) => {
    const response = await service.as(person).post('/portal/search', { q, limit });
    expect(response.statusCode, q).toBe(200);
    return response.json<{ records: FoundRecord[]; isTolerant: boolean }>();
  };
  const idsOf = async (person: Person, q: string) =>
    (await search(person, q)).records.map(({ id }) => id);

  it('has the record meant among the first five, however it is typed', async () => {
    const queries = searchQueries(data.records, 12, 26);
    const missed: string[] = [];
    for (const { kind: queryKind, q, meant } of queries) {
      const found = await idsOf(data.support, q);
      if (!found.some((id) => meant.includes(id))) missed.push(`${queryKind}: ${q}`);
    }
    expect(missed).toEqual([]);
  });

  /** Stores a lead with its deal; returns their ids. */
  async function insertClient(owner: ContactPerson, fields: Record<string, unknown>) {
    const [leadId, dealId] = [newId(), newId()];
    await insertDeals(service.database.db, owner, { id: dealId, name: `Deal ${newId()}` });
    const of = () => ({ id: leadId, converted_deal_id: dealId, fields });
    await insertListedLeads(service.database.db, owner, 1, of);
    return { leadId, dealId };
  }

  it('finds what the caller may see, and no deal by a lead that they may not', async () => {
    const { leadId, dealId } = await insertClient(broker, { phone: '+61491570999' });
    const other = await makePerson(service.database.db, 'partner-admin');
    for (const q of ['0491 570 999', '0491 570 998']) {
      for (const person of [broker, admin, data.support])
        expect(new Set(await idsOf(person, q)), q).toEqual(new Set([leadId, dealId]));
      for (const person of [colleague, other]) expect(await idsOf(person, q), q).toEqual([]);
    }
    // The deal follows its lead; the operator gives it back.
    const { pool } = service.database;
    await pool.query('update leads set contact_id = $1 where id = $2', [
      colleague.contactId,
      leadId,
    ]);
    await pool.query('update deals set contact_id = $1 where id = $2', [broker.contactId, dealId]);
    for (const q of ['0491 570 999', '0491 570 998']) {
      expect(await idsOf(broker, q), q).toEqual([]);
      expect(await idsOf(colleague, q), q).toEqual([leadId]);
      expect(await idsOf(admin, q), q).toHaveLength(2);
    }
  });

  it('says which field matches, unless it is shown anyway', async () => {
    const client = { firstName: 'Zdeňka', lastName: 'Ruzicka', abn: '51824753556' };
    const { leadId, dealId } = await insertClient(colleague, client);
    const matches = async (q: string, person: Person = admin) =>
      Object.fromEntries((await search(person, q)).records.map(({ id, match }) => [id, match]));
    const abn = { field: 'abn', value: '51824753556' };
    expect(await matches('51 824 753 556')).toEqual({ [leadId]: abn, [dealId]: abn });
    expect(await matches('zdenka ruzicka')).toEqual({ [leadId]: null, [dealId]: null });
    expect(await matches(leadId)).toEqual({ [leadId]: { field: 'id', value: leadId } });
  });

  it('prefers the whole name to its beginning, and what is right to a typing error', async () => {
    const names = ['Quarmby', 'Quarmbyson', 'Quarmbi'];
    const ids: string[] = [];
    for (const lastName of names)
      ids.push((await insertClient(broker, { firstName: 'Ann', lastName })).leadId);
    const leads = async (q: string) =>
      (await search(broker, q)).records.filter(({ type }) => type === 'lead').map(({ id }) => id);
    expect(await leads('quarmby ann')).toEqual([ids[0], ids[1]]);
    const { isTolerant } = await search(broker, 'quarmbx ann');
    expect(isTolerant).toBe(true);
    expect(new Set((await leads('quarmbx ann')).slice(0, 2))).toEqual(new Set([ids[0], ids[2]]));
    const { leadId } = await insertClient(broker, { lastName: 'Quatremère-Ødegård' });
    for (const q of [
      'quatremere\todegaard',
      'quatremere\r\n\u00A0odegaard',
      'odegaard',
      'odegarb',
      'oedgard',
      leadId.toUpperCase(),
    ])
      expect(await leads(q), q).toEqual([leadId]);
  });

  it('finds nothing for an empty search, and rejects what is no line of text', async () => {
    expect((await search(broker, '  ')).records).toEqual([]);
    for (const q of ['a\u0001b', 'half \uD800', 'x'.repeat(201), 7]) {
      const response = await service.as(broker).post('/portal/search', { q });
      expect(response.json()).toMatchObject({
        code: 'invalid-fields',
        fields: { q: expect.stringMatching(/^This search can’t be used/) },
      });
    }
  });
});
