import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import type { HistoryPage } from '#contract/portal/history.ts';
import { newId } from '#server/db/ids.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRows } from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { type ContactPerson, makePerson, type Person } from '#server/testing/people.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

describe.each(databases)('reading history on %s', (kind) => {
  const { service, broker, admin, support } = withPeople(kind);

  const read = async (person: Person, record: string, query = '') => {
    const headers = person.session;
    const response = await service.call('GET', `/portal/${record}/history?${query}`, { headers });
    expect(response.statusCode).toBe(200);
    return response.json<HistoryPage>();
  };
  const names = { firstName: 'Mia', lastName: 'Moss', companyName: 'Kauri', phone: '+6490001234' };
  const createLead = async (fields: object = {}) =>
    submitLead(service, broker, { ...names, ...fields });
  const update = async (person: Person, id: string, fields: object) =>
    service.as(person).patch(`/api/v1/lead/${id}`, { fields });
  const setStatus = async (id: string, status: string, by: string, after = '1 hour') =>
    sql`update leads set status = ${status}, updated_at = updated_at + ${after}::interval, updated_by = ${by},
      updated_via = 'operator', version = version + 1 where id = ${id}`.execute(
      service.database.db,
    );

  it('has the changed values in the shapes of responses, newest first', async () => {
    const id = await createLead({ amountRequested: 5_000 });
    await update(broker, id, {
      amountRequested: 6_000,
      businessAddress: { city: 'Taupō' },
      phone: '+6490001235',
    });
    await update(admin, id, { brokerRepId: admin.contactId, amountRequested: null });
    const [reassigned, changed, created] = (await read(admin, `leads/${id}`)).entries;
    const person = (contact: ContactPerson) => ({ id: contact.contactId, firstName: 'Pat' });
    expect(reassigned).toMatchObject({
      kind: 'changed',
      who: { source: 'api', id: admin.accountId, name: 'Pat Moss' },
    });
    expect(reassigned?.changes).toEqual(
      expect.arrayContaining([
        { field: 'amountRequested', from: '6000.00', to: '' },
        {
          field: 'brokerRep',
          from: expect.objectContaining(person(broker)),
          to: expect.objectContaining(person(admin)),
        },
      ]),
    );
    const parts = { addressLine1: '', addressLine2: '', city: '', state: '', zipCode: '' };
    const nowhere = { ...parts, country: '', fullAddress: '' };
    expect(changed?.changes).toHaveLength(3);
    expect(changed?.changes).toEqual(
      expect.arrayContaining([
        { field: 'amountRequested', from: '5000.00', to: '6000.00' },
        { field: 'phone', from: '+6490001234', to: '+6490001235' },
        {
          field: 'businessAddress',
          from: nowhere,
          to: { ...nowhere, city: 'Taupō', fullAddress: 'Taupō' },
        },
      ]),
    );
    expect(created).toMatchObject({ kind: 'created', file: null, upload: null });
    expect(created?.changes).toContainEqual({ field: 'companyName', from: '', to: 'Kauri' });
  });

  it('names the operator’s staff and keys only to support', async () => {
    const id = await createLead();
    const { db } = service.database;
    const key = {
      id: newId(),
      kind: 'operator',
      name: `CRM ${newId()}`,
      key_hash: newId(),
    } as const;
    await db.insertInto('keys').values(key).execute();
    await setStatus(id, 'Work in progress', support.accountId);
    await setStatus(id, 'Converted', key.id);
    const whoFor = async (person: Person) =>
      (await read(person, `leads/${id}`)).entries.map(({ who }) => who);
    const operator = { source: 'operator', id: null, name: null };
    expect((await whoFor(broker)).slice(0, 2)).toEqual([operator, operator]);
    expect(await whoFor(support)).toEqual([
      { source: 'operator', id: key.id, name: key.name },
      { source: 'operator', id: support.accountId, name: 'Pat Moss' },
      { source: 'api', id: broker.accountId, name: 'Pat Moss' },
    ]);
  });

  it('does not say how a record was created that is older than its history', async () => {
    const id = newId();
    const { partnerId, contactId, accountId } = broker;
    const { db } = service.database;
    await sql`insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via)
      select 'lead', ${id}, ${partnerId}, ${contactId}, 'known', now(), ${accountId}, 'portal'`.execute(
      db,
    );
    await sql`alter table leads disable trigger leads_created`.execute(db);
    await sql`insert into leads (id, partner_id, contact_id, status, sub_status, created_by, updated_by, fields, search)
      values (${id}, ${partnerId}, ${contactId}, 'New', 'Received', ${accountId}, ${accountId}, '{}', '')`.execute(
      db,
    );
    await sql`alter table leads enable trigger leads_created`.execute(db);
    expect((await read(broker, `leads/${id}`)).entries).toMatchObject([
      { kind: 'known', who: { source: 'unknown', name: 'Pat Moss' } },
    ]);
  });

  it('does not name people of another partner', async () => {
    const id = await createLead();
    const stranger = await makePerson(service.database.db, 'broker');
    await sql`update leads set partner_id = ${stranger.partnerId}, contact_id = ${stranger.contactId},
      updated_by = 'key', updated_via = 'operator', version = version + 1 where id = ${id}`.execute(
      service.database.db,
    );
    const { entries } = await read(stranger, `leads/${id}`);
    expect(entries.map(({ who }) => [who.source, who.name])).toEqual([
      ['operator', null],
      ['api', null],
    ]);
    const contact = { id: stranger.contactId, firstName: 'Pat', lastName: 'Moss' };
    expect(entries[0]?.changes).toEqual([{ field: 'brokerRep', from: null, to: contact }]);
    expect(JSON.stringify(entries)).not.toContain(broker.accountId);
  });

  it('has since when a replaced status had stood; statusOnly leaves out the rest', async () => {
    const id = await createLead();
    await setStatus(id, 'Work in progress', 'key');
    await update(broker, id, { tradingName: 'Kauri Co' });
    await setStatus(id, 'Not Progressing', 'key', '3 days');
    const { entries } = await read(broker, `leads/${id}`, 'statusOnly=true');
    expect(entries.map((entry) => entry.changes.find(({ field }) => field === 'status'))).toEqual([
      {
        field: 'status',
        from: 'Work in progress',
        to: 'Not Progressing',
        fromSince: entries[1]?.at,
      },
      { field: 'status', from: 'New', to: 'Work in progress', fromSince: entries[2]?.at },
      { field: 'status', from: '', to: 'New' },
    ]);
    expect((await read(broker, `leads/${id}`)).entries).toHaveLength(4);
  });

  it('is read page by page, none missing and none twice while more is added', async () => {
    await createLead();
    const id = await createLead();
    for (let amount = 1; amount <= 6; amount += 1)
      await update(broker, id, { amountRequested: amount });
    const first = await read(broker, `leads/${id}`, 'pageSize=3');
    await update(broker, id, { amountRequested: 7 });
    const second = await read(broker, `leads/${id}`, `pageSize=3&cursor=${first.next}`);
    const third = await read(broker, `leads/${id}`, `pageSize=3&cursor=${second.next}`);
    const amounts = [first, second, third].flatMap(({ entries }) =>
      entries.map(
        ({ changes }) => changes.find(({ field }) => field === 'amountRequested')?.to ?? 'created',
      ),
    );
    expect(amounts).toEqual(['6.00', '5.00', '4.00', '3.00', '2.00', '1.00', 'created']);
    expect(third.next).toBeNull();
    // They count the changes of this record, not those of all partners.
    const ids = [first, second, third].flatMap(({ entries }) => entries.map((entry) => entry.id));
    expect([...ids, first.next]).toEqual(['7', '6', '5', '4', '3', '2', '1', '5']);
  });

  it('names the file and row of a bulk upload, with a link for those who may open it', async () => {
    const upload = await openUploadFor(service, admin);
    await upload.set('submitting', 4);
    await upload.submit(uploadRows(2, 4));
    const { rows } = await upload.results();
    const id = rows[1]?.leadId ?? '';
    const [entry] = (await read(admin, `leads/${id}`)).entries;
    expect(entry).toMatchObject({
      kind: 'created',
      who: { source: 'bulk-upload', name: 'Pat Moss' },
    });
    const { file_name: fileName } = await service.database.db
      .selectFrom('bulk_uploads')
      .select('file_name')
      .where('id', '=', upload.id)
      .executeTakeFirstOrThrow();
    expect(entry?.upload).toEqual({ id: upload.id, fileName, row: 3 });
    const [seenBySupport] = (await read(support, `leads/${id}`)).entries;
    expect(seenBySupport?.upload).toEqual({ id: null, fileName, row: 3 });
  });

  it('has attached files', async () => {
    const id = await createLead();
    const file = { 'june.pdf': attachableFiles['statement.pdf'] };
    const { payload, contentType } = await multipart(uploadParts(id, file));
    const headers = { ...broker.bearer, 'content-type': contentType };
    const attached = await service.call('POST', '/api/v1/attachment', { headers, payload });
    const [entry] = (await read(broker, `leads/${id}`)).entries;
    expect(entry).toMatchObject({
      kind: 'attached',
      changes: [],
      file: { id: attached.json<{ id: string }>().id, fileName: 'june.pdf' },
    });
  });

  it('of a deal has its amount as responses do', async () => {
    const id = newId();
    const { partnerId, contactId } = broker;
    await sql`insert into deals (id, partner_id, contact_id, name, amount, status, sub_status, created_by, updated_by, search)
      values (${id}, ${partnerId}, ${contactId}, 'Kauri', 5000, 'Approved', 'Offer Made', 'key', 'key', '')`.execute(
      service.database.db,
    );
    const [created] = (await read(broker, `deals/${id}`)).entries;
    expect(created?.who).toEqual({ source: 'operator', id: null, name: null });
    expect(created?.changes).toContainEqual({ field: 'amount', from: '', to: '5000.00' });
  });

  it('rejects an invalid cursor', async () => {
    const id = await createLead();
    for (const query of ['cursor=x', 'cursor=0', 'cursor=9999999999999999', 'statusOnly=1']) {
      const url = `/portal/leads/${id}/history?${query}`;
      const response = await service.call('GET', url, { headers: broker.session });
      expect(response.statusCode).toBe(400);
    }
  });
});
