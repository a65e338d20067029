import { describe, expect, it } from 'vitest';

import type { Home } from '#contract/portal/home.ts';
import type { MarkedLead } from '#contract/portal/lead-list.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

describe.each(databases)('what is unread on %s', (kind) => {
  const { service, broker, admin, stranger } = withPeople(kind);

  const create = async (person: Person, brokerRepId = broker.contactId) =>
    submitLead(service, person, { brokerRepId });
  const rename = async (person: Person, id: string, tradingName: string) => {
    const response = await service
      .as(person)
      .patch(`/api/v1/lead/${id}`, { fields: { tradingName } });
    expect(response.statusCode, response.body).toBe(200);
  };
  const unread = async (person: Person, ids: readonly string[], list = 'leads') => {
    const response = await service.as(person).get(`/portal/${list}?pageSize=100`);
    expect(response.statusCode, response.body).toBe(200);
    const rows = response.json<MarkedLead[]>().filter(({ id }) => ids.includes(id));
    return rows.flatMap(({ id, unread: marker }) => (marker === null ? [] : [{ id, ...marker }]));
  };
  const unreadIds = async (person: Person, ids: readonly string[], list = 'leads') =>
    (await unread(person, ids, list)).map(({ id }) => id);
  const open = async (person: Person, id: string, list = 'leads') =>
    expect((await service.as(person).put(`/portal/${list}/${id}/read`)).statusCode).toBe(200);
  const changed = async (person: Person) =>
    (await service.as(person).get('/portal/home')).json<Home>().changed;

  it('is what others created or changed, until the reader opens it', async () => {
    const [theirs, own] = [await create(admin), await create(broker)];
    expect(await unread(broker, [theirs, own])).toEqual([
      { id: theirs, isCreated: true, isOperator: false, name: 'Pat Moss' },
    ]);
    // The author has read it.
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
    await service
      .as(reader)
      .post('/portal/home/read', { until: new Date(Date.now() + 60_000).toISOString() });
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
    const sent = await service
      .as(admin)
      .post('/api/v1/attachment', file, { 'content-type': contentType });
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
    const [id = ''] = await insertDeals(service.database.db, broker, { created_by: 'key' });
    expect(await unread(broker, [id], 'deals')).toMatchObject([
      { id, isCreated: true, isOperator: true, name: null },
    ]);
    expect(await unreadIds(broker, [id])).toEqual([]);
    await open(broker, id, 'deals');
    expect(await unreadIds(broker, [id], 'deals')).toEqual([]);
  });
});
