import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Home } from '#contract/portal/home.ts';
import type { RecordMarks } from '#contract/portal/lists/unread.ts';
import { newId } from '#server/db/ids.ts';
import { databases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import { type ServiceWithPeople, startWithPeople } from '#server/testing/start-with-people.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

describe.each(databases)('what is unread on %s', (kind) => {
  let service: ServiceWithPeople['service'];
  let broker: ServiceWithPeople['broker'];
  let admin: ServiceWithPeople['admin'];
  let stranger: ServiceWithPeople['stranger'];
  beforeAll(async () => {
    ({ service, broker, admin, stranger } = await startWithPeople(kind));
  });
  afterAll(async () => service.close());

  const create = async (person: Person, contactId = broker.contactId) => {
    const response = await service.call('POST', '/api/v1/lead', {
      headers: person.bearer,
      payload: { fields: { ...smallestLead, brokerRepId: contactId } },
    });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<{ id: string }>().id;
  };
  const rename = async (person: Person, id: string, tradingName: string) => {
    const response = await service.call('PATCH', `/api/v1/lead/${id}`, {
      headers: person.bearer,
      payload: { fields: { tradingName } },
    });
    expect(response.statusCode, response.body).toBe(200);
  };
  const unread = async (person: Person, ids: readonly string[], list = 'leads') => {
    const query = new URLSearchParams(ids.map((id): [string, string] => ['id', id]));
    const response = await service.call('GET', `/portal/${list}/marks?${query.toString()}`, {
      headers: person.session,
    });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<RecordMarks>().unread;
  };
  const unreadIds = async (person: Person, ids: readonly string[], list = 'leads') =>
    (await unread(person, ids, list)).map(({ id }) => id);
  const open = async (person: Person, id: string, list = 'leads') =>
    expect(
      (await service.call('PUT', `/portal/${list}/${id}/read`, { headers: person.session }))
        .statusCode,
    ).toBe(200);
  const changed = async (person: Person) =>
    (await service.call('GET', '/portal/home', { headers: person.session })).json<Home>().changed;

  it('is what others created or changed, until the reader opens it', async () => {
    const [theirs, own] = [await create(admin), await create(broker)];
    expect(await unread(broker, [theirs, own])).toEqual([
      {
        id: theirs,
        isCreated: true,
        at: expect.any(String),
        by: { isOperator: false, name: 'Pat Moss' },
      },
    ]);
    // Who made it has read it, and nobody else's records are said.
    expect(await unreadIds(admin, [theirs, own])).toEqual([own]);
    expect(await unreadIds(stranger, [theirs, own])).toEqual([]);

    await open(broker, theirs);
    expect(await unreadIds(broker, [theirs])).toEqual([]);
    expect(await unreadIds(admin, [own])).toEqual([own]);
    await rename(broker, theirs, 'Own words');
    expect(await unreadIds(broker, [theirs])).toEqual([]);
    await rename(admin, theirs, 'Other words');
    expect(await unread(broker, [theirs])).toMatchObject([{ id: theirs, isCreated: false }]);
    await open(broker, theirs);
    expect(await unreadIds(broker, [theirs])).toEqual([]);
  });

  it('ends with “Mark all as read” of the home page, which says what was opened', async () => {
    const reader = await makePerson(service.database.db, 'broker', broker.partnerId);
    const [opened, other] = [
      await create(admin, reader.contactId),
      await create(admin, reader.contactId),
    ];
    await open(reader, opened);
    const before = await changed(reader);
    expect(before).toMatchObject({ leads: 2 });
    expect(before?.latest.map(({ id, isUnread }) => [id, isUnread])).toEqual([
      [other, true],
      [opened, false],
    ]);
    await service.call('POST', '/portal/home/read', {
      headers: reader.session,
      payload: { until: new Date(Date.now() + 60_000).toISOString() },
    });
    expect(await unreadIds(reader, [opened, other])).toEqual([]);
    // What was opened before is not stored any more.
    const stored = await service.database.db
      .selectFrom('record_reads')
      .select('record_id')
      .where('account_id', '=', reader.accountId)
      .execute();
    expect(stored).toEqual([]);
    await rename(admin, opened, 'Later words');
    expect(await unreadIds(reader, [opened, other])).toEqual([opened]);
  });

  it('is nothing that there was before the reader had an account', async () => {
    const { db } = service.database;
    const old = await create(admin);
    await rename(admin, old, 'Before');
    const newcomer = await makePerson(db, 'partner-admin', broker.partnerId);
    // The account is a moment younger than what there was.
    await db
      .updateTable('accounts')
      .set({ created_at: new Date() })
      .where('id', '=', newcomer.accountId)
      .execute();
    expect(await unreadIds(newcomer, [old])).toEqual([]);
    expect(await unreadIds(broker, [old])).toEqual([old]);
    await db
      .updateTable('accounts')
      .set({ created_at: new Date(Date.now() - 60_000) })
      .where('id', '=', newcomer.accountId)
      .execute();
    expect(await unreadIds(newcomer, [old])).toEqual([old]);
    await open(newcomer, old);
    expect(await unreadIds(newcomer, [old])).toEqual([]);
  });

  it('includes files whose type was corrected or that were withdrawn, as the home page does', async () => {
    const reader = await makePerson(service.database.db, 'broker', broker.partnerId);
    const leadId = await create(reader, reader.contactId);
    const { payload: file, contentType } = await multipart(
      uploadParts(leadId, { 'a.pdf': attachableFiles['statement.pdf'] }),
    );
    const sent = await service.call('POST', '/api/v1/attachment', {
      headers: { ...admin.bearer, 'content-type': contentType },
      payload: file,
    });
    const { id } = sent.json<{ id: string }>();
    const change = async (method: 'PATCH' | 'DELETE', payload?: object) => {
      await open(reader, leadId);
      expect(await unreadIds(reader, [leadId])).toEqual([]);
      const response = await service.call(method, `/portal/attachments/${id}`, {
        headers: admin.session,
        ...(payload && { payload }),
      });
      expect(response.statusCode, response.body).toBe(200);
      expect(await unreadIds(reader, [leadId])).toEqual([leadId]);
    };
    await change('PATCH', { type: 'Image' });
    await change('DELETE');
    expect((await changed(reader))?.latest).toMatchObject([
      { id: leadId, files: 1, correctedFiles: 1, withdrawnFiles: 1 },
    ]);
  });

  it('is said of deals too', async () => {
    const id = newId();
    await service.database.db
      .insertInto('deals')
      .values({
        id,
        name: 'Unread',
        status: 'Approved',
        sub_status: 'Offer Made',
        partner_id: broker.partnerId,
        contact_id: broker.contactId,
        search: '',
        created_by: 'key',
        updated_by: 'key',
      })
      .execute();
    expect(await unread(broker, [id], 'deals')).toMatchObject([
      { id, isCreated: true, by: { isOperator: true, name: null } },
    ]);
    expect(await unreadIds(broker, [id])).toEqual([]);
    await open(broker, id, 'deals');
    expect(await unreadIds(broker, [id], 'deals')).toEqual([]);
  });
});
