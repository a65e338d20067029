import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/db/ids.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withService, started } from '#server/testing/access/with-people.ts';
import { bothDatabases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { makeUploadTestData } from '#server/testing/leads/upload-test-data.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

describe.each(bothDatabases)('history on %s', (kind) => {
  const service = withService(kind);
  const data = started(async () => makeUploadTestData(service));

  const changesOf = async (recordId: string) =>
    service.database.db
      .selectFrom('changes')
      .selectAll()
      .where('record_id', '=', recordId)
      .orderBy('id')
      .execute();
  const names = { firstName: 'Mia', lastName: 'Moss', companyName: 'Kauri', phone: '+6490001234' };

  const createLead = async () =>
    submitLead(service, data.broker, { ...names, amountRequested: 5_000 });
  const update = async (id: string, fields: object) =>
    service.as(data.broker).patch(`/api/v1/lead/${id}`, { fields });

  it('has what was created, and what each change replaced', async () => {
    const id = await createLead();
    await update(id, { amountRequested: 6_000, phone: '+6490001235', tradingName: 'Kauri Co' });
    await update(id, { amountRequested: 6_000 });
    await update(id, { tradingName: null });
    const { accountId, contactId } = data.broker;
    const status = { status: 'New', subStatus: 'Received', brokerRepId: contactId };
    expect(await changesOf(id)).toMatchObject([
      {
        kind: 'created',
        by: accountId,
        via: 'api',
        former: {},
        current: { ...names, ...status, amountRequested: 5_000, numberOfCallsMade: 0 },
        is_status: true,
      },
      {
        kind: 'changed',
        former: { amountRequested: 5_000, phone: '+6490001234', tradingName: null },
        current: { amountRequested: 6_000, phone: '+6490001235', tradingName: 'Kauri Co' },
        is_status: false,
      },
      { kind: 'changed', former: { tradingName: 'Kauri Co' }, current: { tradingName: null } },
    ]);
  });

  it('has since when a replaced status had stood, and the record since when its status stands', async () => {
    const id = await createLead();
    await sql`update leads set status = 'Qualification', updated_at = now() + interval '1 second',
      updated_by = 'key', updated_via = 'operator', version = version + 1 where id = ${id}`.execute(
      service.database.db,
    );
    const [created, changed] = await changesOf(id);
    expect(changed).toMatchObject({
      by: 'key',
      via: 'operator',
      former: { status: 'New' },
      current: { status: 'Qualification' },
      former_status_since: created?.at,
      former_sub_status_since: null,
      is_status: true,
    });
    const { status_since: since, last_activity_at: active } = await service.database.db
      .selectFrom('leads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([since, active]).toEqual([changed?.at, changed?.at]);
  });

  it('has its times in order, though a change began before the one it waited for', async () => {
    const id = await createLead();
    const change = async (status: string, before: string) =>
      sql`update leads set status = ${status}, updated_at = now() - ${before}::interval,
        version = version + 1 where id = ${id}`.execute(service.database.db);
    await change('With Broker', '0 s');
    await change('Banks In', '1 hour');
    const [, first, second] = await changesOf(id);
    expect(second).toMatchObject({ at: first?.at, former_status_since: first?.at });
  });

  it('has attached files, which are activity of the lead', async () => {
    const id = await createLead();
    const file = { 'june.pdf': attachableFiles['statement.pdf'] };
    const attached = (await data.send(uploadParts(id, file))).json<{ id: string }>();
    const [, change] = await changesOf(id);
    expect(change).toMatchObject({
      kind: 'attached',
      via: 'api',
      current: { attachmentId: attached.id, fileName: 'june.pdf' },
    });
    const headers = data.broker.bearer;
    const lead = await service.call('GET', `/api/v1/lead/${id}`, { headers });
    expect(lead.json()).toHaveProperty('fields.lastActivityDate', change?.at.toISOString());
  });

  it('cannot be changed or deleted, not even by mistake', async () => {
    const id = await createLead();
    const { pool } = service.database;
    for (const statement of [
      `update changes set by = 'nobody' where record_id = '${id}'`,
      `update changes set current = '{}' where record_id = '${id}'`,
      `delete from changes where record_id = '${id}'`,
      'truncate changes',
    ])
      await expect(pool.query(statement)).rejects.toThrow('History is append-only.');
    expect(await changesOf(id)).toHaveLength(1);
  });

  it('of a deal has its own values', async () => {
    const id = newId();
    const { partnerId, contactId } = data.broker;
    await sql`insert into deals (id, partner_id, contact_id, name, amount, status, sub_status, created_by, updated_by, search)
      values (${id}, ${partnerId}, ${contactId}, 'Kauri', 5000, 'Approved', 'Offer Made', 'key', 'key', '')`.execute(
      service.database.db,
    );
    await sql`update deals set calls_made = 1, last_call_at = '2026-03-01T10:00:00Z', version = 2 where id = ${id}`.execute(
      service.database.db,
    );
    expect(await changesOf(id)).toMatchObject([
      { kind: 'created', record_type: 'deal', current: { name: 'Kauri', amount: 5000 } },
      {
        kind: 'call',
        former: { numberOfCallsMade: 0, lastCallDate: null },
        current: { numberOfCallsMade: 1, lastCallDate: '2026-03-01T10:00:00.000Z' },
      },
    ]);
  });
});
