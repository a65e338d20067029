import { beforeEach, describe, expect, it } from 'vitest';

import type { Deal } from '#contract/v1/deals.ts';
import type { LeadUpdateFields } from '#contract/v1/leads.ts';
import { eraseLead } from '#server/erasure/erase-lead.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { makePerson, type ContactPerson, type Person } from '#server/testing/people.ts';
import { testFiles } from '#server/testing/test-app.ts';

const client = {
  firstName: 'Maïa',
  lastName: 'Tūhoe',
  companyName: 'Southern Orchards Pty Ltd',
  tradingName: 'Pip & Core',
  phone: '+61412345678',
  email: 'maia@orchards.test',
};

describe.each(databases)('searching deals on %s', (kind) => {
  let admin: ContactPerson;
  let broker: ContactPerson;
  let colleague: ContactPerson;
  let dealId: string;
  let leadId: string;

  const { service, support } = withPeople(kind);

  // A new partner for each test, with one deal and the lead it came from.
  beforeEach(async () => {
    const { db } = service.database;
    await service.database.pool.query('delete from leads; delete from deals');
    admin = await makePerson(db, 'partner-admin');
    broker = await makePerson(db, 'broker', admin.partnerId);
    colleague = await makePerson(db, 'broker', admin.partnerId);
    dealId = await newDeal('SO-2291');
    leadId = await submitLead(service, broker, client);
    await convert(leadId, dealId);
    await newDeal('Somebody else');
  });

  async function newDeal(name: string): Promise<string> {
    const [id = ''] = await insertDeals(service.database.db, broker, { name });
    return id;
  }

  const convert = async (lead: string, deal: string) =>
    service.database.db
      .updateTable('leads')
      .set({ converted_deal_id: deal })
      .where('id', '=', lead)
      .execute();
  const change = async (fields: LeadUpdateFields, { bearer: headers } = admin) =>
    service.call('PATCH', `/api/v1/lead/${leadId}`, { headers, payload: { fields } });
  /** Returns the names of the deals that a search finds, and the total. */
  const search = async (person: Person, q: string) => {
    const response = await service.as(person).get(`/api/v1/deal?q=${encodeURIComponent(q)}`);
    const names = response.json<Deal[]>().map(({ fields }) => fields.name);
    expect(response.headers['x-total-count'], q).toBe(String(names.length));
    return names;
  };

  it.each([
    'maia',
    'TŪHOE',
    'maia tuhoe',
    'southern orchards',
    'pip & core',
    'maia@orchards.test',
    '0412 345 678',
    '0412345678',
    '+61 412 345 678',
    '412345678',
    'so-2291 tuhoe',
    'ma',
  ])('finds a deal by the client of its lead: %s', async (q) => {
    for (const person of [support, admin, broker])
      expect(await search(person, q)).toEqual(['SO-2291']);
    expect(await search(await makePerson(service.database.db, 'partner-admin'), q)).toEqual([]);
    expect(await search(colleague, q)).toEqual([]);
  });

  it('finds a deal by its partner and contact, for those who see several of them', async () => {
    const { db } = service.database;
    await db
      .updateTable('partners')
      .set({ name: 'Zephyr Crédit' })
      .where('id', '=', broker.partnerId)
      .execute();
    await db
      .updateTable('contacts')
      .set({ first_name: 'Ōtis', last_name: 'Quayle' })
      .where('id', '=', broker.contactId)
      .execute();
    for (const q of ['zephyr credit', 'otis quayle', 'zephyr otis', 'qu'])
      expect(await search(support, q), q).toHaveLength(2);
    expect(await search(support, 'quayle tuhoe')).toEqual(['SO-2291']);
    expect(await search(support, 'uayl')).toHaveLength(2);
    expect(await search(support, 'ua')).toEqual([]);
    expect(await search(admin, 'otis quayle')).toHaveLength(2);
    // Every visible record would match: the caller’s own name is not searchable.
    expect(await search(admin, 'zephyr')).toEqual([]);
    expect(await search(broker, 'otis')).toEqual([]);
  });

  it('finds nothing by the former name of a contact or partner', async () => {
    const { db } = service.database;
    const rename = async (name: string) => {
      await db
        .updateTable('partners')
        .set({ name: `${name} Partner` })
        .where('id', '=', broker.partnerId)
        .execute();
      await db
        .updateTable('contacts')
        .set({ first_name: `${name}contact` })
        .where('id', '=', broker.contactId)
        .execute();
    };
    await rename('Former');
    expect(await search(support, 'former partner formercontact')).toHaveLength(2);
    await rename('Newer');
    expect(await search(support, 'former')).toEqual([]);
    expect(await search(support, 'newer partner newercontact')).toHaveLength(2);
  });

  it('follows the lead when it is edited', async () => {
    await change({ phone: '+64211234567', companyName: 'Northern Groves' });
    expect(await search(support, '0412 345 678')).toEqual([]);
    expect(await search(support, 'southern orchards')).toEqual([]);
    expect(await search(support, '021 123 4567')).toEqual(['SO-2291']);
    expect(await search(support, 'northern groves')).toEqual(['SO-2291']);
  });

  it('finds nothing of a lead once it is erased', async () => {
    expect(await search(support, 'tuhoe')).toEqual(['SO-2291']);
    await eraseLead(service.database.db, testFiles(service), leadId);
    for (const q of ['tuhoe', '0412 345 678', 'orchards'])
      expect(await search(support, q)).toEqual([]);
    const { rows } = await service.database.pool.query('select deals::text as text from deals');
    expect(JSON.stringify(rows)).not.toMatch(/tuhoe|412345678|orchards/i);
  });

  it('finds a deal by a lead that is converted later, and by no lead that is not', async () => {
    const other = await submitLead(service, broker, client);
    await service.database.db.deleteFrom('leads').where('id', '=', leadId).execute();
    expect(await search(support, 'tuhoe')).toEqual([]);
    await convert(other, dealId);
    expect(await search(support, 'tuhoe')).toEqual(['SO-2291']);
  });

  it('follows a lead to another deal, and several leads of one deal', async () => {
    const other = await newDeal('Moved');
    await convert(leadId, other);
    expect(await search(support, 'tuhoe')).toEqual(['Moved']);
    await convert(await submitLead(service, broker, client), other);
    await service.database.db.deleteFrom('leads').where('id', '=', leadId).execute();
    expect(await search(support, 'tuhoe')).toEqual(['Moved']);
  });

  it('is complete after leads of one deal change at the same time', async () => {
    const ids = [
      leadId,
      ...(await Promise.all(
        Array.from({ length: 5 }, async () => submitLead(service, broker, client)),
      )),
    ];
    for (const id of ids) await convert(id, dealId);
    const rename = async (id: string, index: number) =>
      service
        .as(broker)
        .patch(`/api/v1/lead/${id}`, { fields: { ...client, lastName: `Renamed${index}` } });
    await Promise.all(ids.map(rename));
    for (const index of ids.keys())
      expect(await search(support, `renamed${index}`)).toEqual(['SO-2291']);
    expect(await search(support, 'tuhoe')).toEqual([]);
  });

  /** Gives the lead to the colleague; the operator gives the deal, which follows, back. */
  async function reassignLeadAlone(): Promise<void> {
    await change({ brokerRepId: colleague.contactId });
    const back = 'update deals set contact_id = $1 where id = $2';
    await service.database.pool.query(back, [broker.contactId, dealId]);
  }

  it('does not search the lead for callers who can see only the deal', async () => {
    await reassignLeadAlone();
    for (const q of ['0412 345 678', 'tuhoe', 'orchards', 'so-2291 tuhoe']) {
      expect(await search(broker, q), q).toEqual([]);
      expect(await search(colleague, q), q).toEqual([]);
      expect(await search(admin, q), q).toEqual(['SO-2291']);
      expect(await search(support, q), q).toEqual(['SO-2291']);
    }
    expect(await search(broker, 'so-2291')).toEqual(['SO-2291']);
  });

  describe('the lead of a deal', () => {
    const leadOf = async (person: Person, id: string) =>
      service.as(person).get(`/portal/deals/${id}/lead`);

    it('is returned to callers who may read it', async () => {
      const { tradingName: _notOnDeal, ...shown } = client;
      const lead = { id: leadId, ...shown };
      for (const person of [broker, admin, support])
        expect((await leadOf(person, dealId)).json()).toEqual({ lead });
      expect((await leadOf(colleague, dealId)).statusCode).toBe(403);
      await reassignLeadAlone();
      expect((await leadOf(broker, dealId)).json()).toEqual({ lead: null });
      expect((await leadOf(admin, dealId)).json()).toEqual({ lead });
    });

    it('is null if no lead became the deal, and empty if it was erased', async () => {
      expect((await leadOf(support, await newDeal('Renewal'))).json()).toEqual({ lead: null });
      await eraseLead(service.database.db, testFiles(service), leadId);
      expect((await leadOf(support, dealId)).json()).toEqual({
        lead: { id: leadId, firstName: '', lastName: '', companyName: '', phone: '', email: '' },
      });
    });
  });
});
