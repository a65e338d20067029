import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { validateRow } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Role } from '#contract/endpoint.ts';
import { exportLifetimeMs, type RecordsExport } from '#contract/portal/exports.ts';
import { suitableProducts } from '#contract/v1/values.ts';
import { newId } from '#server/db/ids.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

import { deleteOldQueries } from './exports.store.ts';

describe('exports', () => {
  let now = Date.now();
  const service = withService('PostgreSQL', { deps: { now: () => new Date(now) } });

  const newPerson = async (role: Role, partnerId?: string) =>
    makePerson(service.database.db, role, partnerId);
  const newContact = async (role: 'broker' | 'partner-admin', partnerId?: string) =>
    makePerson(service.database.db, role, partnerId);
  const createLead = async ({ bearer }: Person, fields: object) =>
    service.call('POST', '/api/v1/lead', {
      headers: bearer,
      payload: { fields: { ...smallestLead, ...fields } },
    });
  const post = async (person: Person, payload: object) =>
    service.as(person).post('/portal/exports', payload);
  const prepare = async (person: Person, query = '', list = 'leads') =>
    (await post(person, { list, query })).json<RecordsExport>();
  const download = async (person: Person, id: string) =>
    service.as(person).get(`/portal/exports/${id}/file`);
  const rowsOf = (body: string) => {
    const [header = [], ...rows] = Papa.parse<string[]>(body.replace('\uFEFF', ''), {
      skipEmptyLines: true,
    }).data;
    return { header, rows };
  };
  const read = async (person: Person, id: string) =>
    (await service.as(person).get(`/portal/exports/${id}`)).json();

  it('has all leads that the person can see, newest first, whatever page the list shows', async () => {
    const admin = await newPerson('partner-admin');
    const broker = await newPerson('broker', admin.partnerId ?? '');
    for (const firstName of ['Ana', 'Bea', 'Cal']) await createLead(broker, { firstName });
    await createLead(admin, { firstName: 'Dee' });
    const namesFor = async (person: Person) => {
      const { id, total } = await prepare(person, 'page=2&pageSize=1&sort=updatedAt');
      const response = await download(person, id);
      expect(response.headers['content-disposition']).toMatch(/leads \d{4}-\d\d-\d\d\.csv/);
      const names = rowsOf(response.body).rows.map(([first]) => first);
      expect(total).toBe(names.length);
      expect(await read(person, id)).toMatchObject({
        sent: names.length,
        endedAt: expect.any(String),
      });
      return names;
    };
    expect(await namesFor(broker)).toEqual(['Cal', 'Bea', 'Ana']);
    expect(await namesFor(admin)).toEqual(['Dee', 'Cal', 'Bea', 'Ana']);
  });

  it('has what the search and the filters find, and keeps them no longer than the file', async () => {
    const broker = await newPerson('broker');
    await createLead(broker, { firstName: 'Zelda' });
    await createLead(broker, { firstName: 'Yves' });
    const { id, isFiltered } = await prepare(broker, 'q=zelda&status=New');
    expect(isFiltered).toBe(true);
    expect(rowsOf((await download(broker, id)).body).rows.map(([first]) => first)).toEqual([
      'Zelda',
    ]);
    expect((await prepare(broker, 'q=%20zelda%09')).total).toBe(1);
    for (const query of ['q=%00', 'q=a&q=b'])
      expect((await post(broker, { list: 'leads', query })).json()).toMatchObject({
        code: 'invalid-fields',
        error: expect.stringMatching(/^This search can’t be used/),
      });
    await deleteOldQueries(service.database.db, new Date(Date.now() + 1_000));
    expect((await download(broker, id)).json()).toMatchObject({ code: 'no-longer-stored' });
    expect(await read(broker, id)).toMatchObject({ isFiltered: true, sent: 1 });
  });

  it('has the records that were selected, of those that the person can see', async () => {
    const broker = await newPerson('broker');
    const stranger = await newPerson('broker');
    const created = ['Una', 'Vic', 'Wyn'].map(async (firstName) => {
      const lead = await createLead(firstName === 'Wyn' ? stranger : broker, { firstName });
      return lead.json<{ id: string }>().id;
    });
    const [una = '', , wyn = ''] = await Promise.all(created);
    const selected = { list: 'leads', selection: { ids: [una, wyn, una, 'gone'] } };
    const { id, total, isFiltered } = (await post(broker, selected)).json<RecordsExport>();
    expect({ total, isFiltered }).toEqual({ total: 1, isFiltered: true });
    expect(rowsOf((await download(broker, id)).body).rows.map(([first]) => first)).toEqual(['Una']);
    const deals = await post(broker, { ...selected, list: 'deals' });
    expect(deals.json()).toMatchObject({ total: 0, isFiltered: true });
    const all = (await post(broker, { list: 'leads', selection: { query: 'q=vic' } })).json();
    expect(all).toMatchObject({ total: 1 });
    expect((await post(broker, { list: 'leads' })).statusCode).toBe(400);
    await deleteOldQueries(service.database.db, new Date(Date.now() + 1_000));
    expect((await download(broker, id)).json()).toMatchObject({ code: 'no-longer-stored' });
  });

  it('ends after an hour', async () => {
    const broker = await newPerson('broker');
    const { id } = await prepare(broker);
    now = Date.now() + exportLifetimeMs + 1_000;
    expect((await download(broker, id)).statusCode).toBe(404);
    now = Date.now();
  });

  it('a lead’s cells are valid rows of an upload, and no spreadsheet runs them', async () => {
    const broker = await newPerson('broker');
    const fields = {
      firstName: '=1+1',
      lastName: 'O’Brien, "Jo"',
      amountRequested: 1_250_000,
      suitableProducts: suitableProducts.slice(0, 2),
      dateOfBirth: '1984-03-14',
      businessAddress: { addressLine1: '1 Quay St', city: 'Nelson', country: 'New Zealand' },
      notes: 'first\nsecond',
    };
    const created = await createLead(broker, fields);
    expect(created.statusCode, created.body).toBe(200);
    const { id } = await prepare(broker);
    const { header, rows } = rowsOf((await download(broker, id)).body);
    expect(header.slice(0, templateColumns.length)).toEqual(
      templateColumns.map(({ name }) => name),
    );
    const [cells = []] = rows;
    expect(cells[0]).toBe("'=1+1");
    expect(cells).toHaveLength(header.length);
    const row = cells.slice(0, templateColumns.length).map(unguardCell);
    const context = {
      partnerId: broker.partnerId ?? '',
      contactIds: new Set([broker.contactId ?? '']),
    };
    expect(validateRow(row, context)).toEqual({
      fields: {
        ...smallestLead,
        ...fields,
        brokerId: broker.partnerId,
        brokerRepId: broker.contactId,
      },
    });
    expect(cells).toContain(created.json().id);
  });

  it('deals have a line each: names as the screen has them, ids in columns of their own', async () => {
    const { db } = service.database;
    const admin = await newContact('partner-admin');
    const colleague = await newContact('broker', admin.partnerId);
    const stranger = await newContact('partner-admin');
    const owned = { partner_id: admin.partnerId, created_by: 'operator', updated_by: 'operator' };
    const deal = {
      ...owned,
      id: newId(),
      contact_id: admin.contactId,
      name: '=1+1',
      amount: '50000.5',
      status: 'Approved',
      sub_status: 'Pending Stips',
      search: 'deal',
      operator_fields: {
        customer: { id: 'customer-7', name: 'Three Rivers Fitness' },
        watchers: [colleague, stranger].map(({ accountId: id }) => ({ type: 'User', id })),
        internalBdmUser: { type: 'User', id: 'bdm-1', name: 'Kim Tan' },
      },
    };
    await db.insertInto('deals').values(deal).execute();
    const client = {
      firstName: 'Ada',
      lastName: 'Marsh',
      companyName: '@Rivers',
      phone: '+6490001234',
    };
    const lead = await createLead(colleague, client);
    const leadId = lead.json<{ id: string }>().id;
    const ofDeal = { converted_deal_id: deal.id };
    await db.updateTable('leads').set(ofDeal).where('id', '=', leadId).execute();
    const exported = async (person: Person) => {
      const { id } = await prepare(person, '', 'deals');
      const { header, rows } = rowsOf((await download(person, id)).body);
      const cells = rows.find((row) => row.includes(deal.id)) ?? [];
      return Object.fromEntries(header.map((label, column) => [label, cells[column]]));
    };
    const row = await exported(admin);
    expect(row).toMatchObject({
      Deal: "'=1+1",
      Customer: 'Three Rivers Fitness',
      'Customer ID': 'customer-7',
      Client: 'Ada Marsh',
      'Company name': "'@Rivers",
      Phone: '+6490001234',
      'Lead ID': leadId,
      Contact: 'Pat Moss',
      'Contact ID': admin.contactId,
      Amount: '50000.50',
      Watchers: 'Pat Moss',
      'Watcher IDs': `${colleague.accountId};${stranger.accountId}`,
      'Business development manager': 'Kim Tan',
    });
    const { 'Your reference': reference, ...others } = row;
    expect(await exported(await newPerson('support'))).toEqual({
      ...others,
      'Partner reference': reference,
      Watchers: 'Pat Moss, Pat Moss',
    });
    // A broker who has the deal and not its lead.
    const other = await newContact('broker', admin.partnerId);
    const reassigned = { contact_id: other.contactId };
    await db.updateTable('deals').set(reassigned).where('id', '=', deal.id).execute();
    expect(await exported(other)).toMatchObject({
      Deal: "'=1+1",
      Client: '',
      Phone: '',
      'Lead ID': '',
    });
  });
});
