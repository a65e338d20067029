import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import type { Role } from '#contract/endpoint.ts';
import type { RecordsExport } from '#contract/portal/exports.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

import { deleteOldQueries, saveSent } from './exports.store.ts';

describe('an export is recorded', () => {
  const service = withService();

  const newPerson = async (role: Role, partnerId?: string) =>
    makePerson(service.database.db, role, partnerId);
  const post = async ({ session }: Person, key?: string, query = '') =>
    service.call('POST', '/portal/exports', {
      headers: { ...session, ...(key !== undefined && { 'idempotency-key': key }) },
      payload: { list: 'leads', query },
    });
  const prepare = async (person: Person) => (await post(person)).json<RecordsExport>();
  const download = async ({ session: headers }: Person, id: string) =>
    service.call('GET', `/portal/exports/${id}/file`, { headers });
  const listed = async ({ accountId }: Person) =>
    service.database.db
      .selectFrom('exports')
      .select(['id', 'sent', 'ended_at'])
      .where('account_id', '=', accountId)
      .execute();

  it('once, however often the request arrives', async () => {
    const broker = await newPerson('broker');
    const responses = await Promise.all([post(broker, 'one'), post(broker, 'one')]);
    responses.push(await post(broker, 'one'));
    const [first] = await listed(broker);
    for (const response of responses) expect(response.json()).toMatchObject({ id: first?.id });
    expect((await post(broker, 'one', 'status=New')).json()).toMatchObject({
      code: 'idempotency-key-reused',
    });
    await post(broker, 'two');
    expect(await listed(broker)).toHaveLength(2);
  });

  it('for good once a row was sent, whatever becomes of a later download', async () => {
    const { db } = service.database;
    const broker = await newPerson('broker');
    await service.as(broker).post('/api/v1/lead', { fields: smallestLead });
    const [unused, taken] = [await prepare(broker), await prepare(broker)];
    await download(broker, taken.id);
    const [record] = (await listed(broker)).filter(({ id }) => id === taken.id);
    expect(record).toMatchObject({ sent: 1, ended_at: expect.any(Date) });
    await saveSent(db, taken.id, 0, false);
    await deleteOldQueries(db, new Date());
    expect(await listed(broker)).toHaveLength(2);
    await sql`update exports set created_at = created_at - interval '25 hours'
      where account_id = ${broker.accountId}`.execute(db);
    await deleteOldQueries(db, new Date());
    expect(await listed(broker)).toMatchObject([
      { id: taken.id, sent: 1, ended_at: record?.ended_at },
    ]);
    // A download that began before can’t continue without a record.
    expect(await saveSent(db, unused.id, 1, false)).toBe(false);
  });
});
