import { CompiledQuery, sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { dealWait } from '#contract/portal/deal-waits.ts';
import { leadWait } from '#contract/portal/waiting-on.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { waitingOnValues } from '#contract/v1/record-lists.ts';
import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';
import { newId } from '#server/db/ids.ts';
import { statement } from '#server/db/statement.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { insertListedLeads, namesIn } from '#server/testing/leads/listed-leads.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

import { filterConditions } from './list-filters.store.ts';

const at = '2026-11-01T00:00:00.000Z';
const since = { statusSinceDate: at, subStatusSinceDate: at };

describe.each(databases)('filters of lists on %s', (kind) => {
  const { service, broker, admin, stranger, support } = withPeople(kind);

  const get = async (person: Person, path: string) => service.as(person).get(`/api/v1/${path}`);
  const total = async (person: Person, path: string) =>
    Number((await get(person, path)).headers['x-total-count']);
  const names = async (person: Person, query: string) =>
    namesIn(await get(person, `lead?${query}`));

  it('find every lead by whom it waits for, as the contract says', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const pairs = leadStatuses.flatMap((status) =>
      leadStatuses.map((subStatus) => ({ status, subStatus })),
    );
    await insertListedLeads(service.database.db, person, pairs.length, (index) => ({
      status: pairs[index]?.status,
      sub_status: pairs[index]?.subStatus,
    }));
    const several = [
      ['partner', 'lender'],
      ['client', 'nobody'],
      ['lender', 'partner', 'client'],
    ];
    for (const values of [...waitingOnValues.map((on) => [on]), ...several]) {
      const waiting = pairs.filter((pair) =>
        values.includes(leadWait({ ...pair, ...since })?.on ?? ''),
      );
      const query = values.map((on) => `waitingOn=${on}`).join('&');
      expect(await total(person, `lead?${query}`), query).toBe(waiting.length);
    }
  });

  it('find every deal by whom it waits for, as the contract says', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const pairs = dealStatuses.flatMap((status) =>
      dealSubStatuses[status].map((subStatus) => ({ status, subStatus })),
    );
    await insertDeals(
      service.database.db,
      person,
      ...pairs.map(({ status, subStatus }) => ({ status, sub_status: subStatus })),
    );
    for (const on of waitingOnValues) {
      const waiting = pairs.filter((pair) => dealWait({ ...pair, ...since })?.on === on);
      expect(await total(person, `deal?waitingOn=${on}`), on).toBe(waiting.length);
    }
  });

  it('find leads by when they were created and what became of them', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const [dealId] = await insertDeals(service.database.db, person, {
      status: 'In Progress',
      sub_status: 'Scrubbing',
    });
    const states = [
      {},
      { status: 'Converted', sub_status: 'Banks In' },
      { converted_deal_id: dealId },
      { status: 'Closed', sub_status: 'Cost' },
      { sub_status: 'Duplicate' },
    ];
    await insertListedLeads(service.database.db, person, 5, (index) => states[index] ?? {});
    expect(await names(person, 'outcome=open')).toEqual(['No 0']);
    expect(await names(person, 'outcome=converted')).toEqual(['No 2', 'No 1']);
    expect(await names(person, 'outcome=ended')).toEqual(['No 4', 'No 3']);
    expect(await names(person, 'outcome=open&outcome=ended')).toHaveLength(3);
    // Totals by status are stored; which of them have a deal is not.
    for (const [query, count] of Object.entries({ open: 1, converted: 2, ended: 2 }))
      expect(await total(person, `lead?outcome=${query}`), query).toBe(count);
    expect(await total(person, 'lead?outcome=converted&waitingOn=nobody')).toBe(1);
    const ofPartner = `brokerId=${person.partnerId}`;
    expect(await total(support, `lead?outcome=converted&${ofPartner}`)).toBe(2);
    expect(await total(support, `lead?waitingOn=lender&${ofPartner}`)).toBe(2);
    // Both are the minute of a lead: from it on, and before it.
    const from = encodeURIComponent('2026-01-01T01:01:00+01:00');
    expect(await names(person, `createdSince=${from}&createdBefore=2026-01-01T00:03:00Z`)).toEqual([
      'No 2',
      'No 1',
    ]);
  });

  it('find what somebody else has created or changed', async () => {
    const { db } = service.database;
    const before = new Date(Date.now() - 60_000).toISOString();
    await insertListedLeads(db, broker, 3, (index) => ({ fields: { reference: index } }));
    const [own, changed] = (await get(broker, 'lead?sort=createdAt')).json<{ id: string }[]>();
    const edit = async (person: Person, id = '') =>
      service.as(person).patch(`/api/v1/lead/${id}`, { fields: { tradingName: 'Kauri' } });
    await edit(broker, own?.id);
    await edit(admin, changed?.id);
    await insertListedLeads(db, broker, 1, () => ({
      created_by: admin.accountId,
      created_at: new Date(),
      fields: { lastName: 'Uploaded' },
    }));
    expect(await names(broker, `changedSince=${before}`)).toEqual(['Uploaded', 'No 1']);
    expect(await names(admin, `changedSince=${before}`)).toEqual(['No 0']);
    expect(await names(stranger, `changedSince=${before}`)).toEqual([]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await names(broker, `changedSince=${later}`)).toEqual([]);
    expect(await names(broker, 'changedSince=last-visit')).toEqual(['Uploaded', 'No 1']);
    const until = new Date().toISOString();
    await service.as(broker).post('/portal/home/read', { until });
    expect(await names(broker, 'changedSince=last-visit')).toEqual([]);
  });

  it('find the records of one partner or contact, within what the reader may see', async () => {
    const ofBroker = `brokerRepId=${broker.contactId}`;
    const ofPartner = `brokerId=${broker.partnerId}`;
    const count = await total(admin, `lead?${ofBroker}`);
    expect(count).toBeGreaterThan(0);
    expect(await total(support, `lead?${ofPartner}`)).toBe(count);
    expect(await total(stranger, `lead?${ofBroker}`)).toBe(0);
    expect(await total(stranger, `lead?${ofPartner}`)).toBe(0);
    expect(await total(broker, `lead?brokerRepId=${admin.contactId}`)).toBe(0);
  });

  it('find leads by when they changed and since when they are in their status, also in days', async () => {
    const person = await makePerson(service.database.db, 'broker');
    const now = Date.now() - 60_000;
    const ago = (index: number) => new Date(now - ([1, 10, 30][index] ?? 0) * 86_400_000);
    await insertListedLeads(service.database.db, person, 3, (index) => ({
      updated_at: ago(index),
      status_since: ago(2 - index),
    }));
    expect(await names(person, 'updatedSince=P10D')).toEqual(['No 0']);
    expect(await names(person, 'updatedBefore=P10D')).toEqual(['No 2', 'No 1']);
    expect(await names(person, 'statusBefore=P7D&statusSince=P14D')).toEqual(['No 1']);
    const day = ago(1).toISOString();
    expect(await names(person, `statusSince=${day}&updatedSince=${day}`)).toEqual(['No 1']);
    expect(await names(person, `updatedBefore=${day}`)).toEqual(['No 2']);
    expect(await names(person, 'createdSince=P1D')).toEqual([]);
  });

  it('count 24 hours as a day, whatever the time zone of the database’s session', async () => {
    // Since one of these days the clocks of New Zealand have changed, whatever day it is now.
    for (const days of [90, 180, 270]) {
      const filtered = { table: 'leads', scope: { everything: true }, readerId: '' } as const;
      const { text, values } = statement((bind) => {
        const times = `now() - make_interval(hours => ${days * 24}, mins => minutes)`;
        const conditions = filterConditions({ updatedSince: `P${days}D` }, filtered, bind);
        return `select minutes from unnest(array[-30, 30]) as minutes,
          lateral (select ${times} as updated_at) as r where ${conditions.join(' and ')}`;
      });
      const { rows } = await service.database.db.transaction().execute(async (tx) => {
        await sql`set local time zone 'Pacific/Auckland'`.execute(tx);
        return tx.executeQuery(CompiledQuery.raw(text, values));
      });
      expect(rows, `${days} days`).toEqual([{ minutes: -30 }]);
    }
  });

  it('find leads with attachments, and those of a bulk upload', async () => {
    const { db } = service.database;
    const person = await makePerson(db, 'partner-admin');
    await insertListedLeads(db, person, 3);
    const [third, second] = (await get(person, 'lead')).json<{ id: string }[]>();
    const attached = ['june.pdf', 'july.pdf'].map((file_name) => ({
      id: newId(),
      lead_id: second?.id ?? '',
      lead_partner_id: person.partnerId,
      type: 'Bank Statement',
      file_name,
      media_type: 'application/pdf',
      size: 1,
      sha256: '',
      created_by: person.accountId,
    }));
    await db.insertInto('attachments').values(attached).execute();
    const upload_id = newId();
    await db
      .insertInto('bulk_upload_rows')
      .values({
        upload_id,
        partner_id: person.partnerId,
        row_number: 2,
        outcome: 'submitted',
        lead_id: third?.id,
      })
      .execute();
    expect(await names(person, 'hasAttachments=yes')).toEqual(['No 1']);
    expect(await names(person, 'hasAttachments=no')).toEqual(['No 2', 'No 0']);
    const withdraw = async (id = '') => db.deleteFrom('attachments').where('id', '=', id).execute();
    await withdraw(attached[0]?.id);
    expect(await names(person, 'hasAttachments=yes')).toEqual(['No 1']);
    await withdraw(attached[1]?.id);
    expect(await names(person, 'hasAttachments=yes')).toEqual([]);
    expect(await names(person, 'hasAttachments=no')).toEqual(['No 2', 'No 1', 'No 0']);
    expect(await names(person, `bulkUploadId=${upload_id}`)).toEqual(['No 2']);
    expect(await names(stranger, `bulkUploadId=${upload_id}`)).toEqual([]);
  });

  it.each([
    'updatedSince=P0D',
    'statusBefore=P99999D',
    'hasAttachments=maybe',
    'waitingOn=you',
    'outcome=won',
    'changedSince=Friday',
    'createdSince=0000-01-01T00:00:00Z',
  ])('reject %s, naming the parameter', async (query) => {
    const response = await get(support, `lead?${query}`);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([query.split('=')[0]]);
  });
});
