import { describe, expect, it } from 'vitest';

import type { FeedEntry } from '#contract/operator/changes.ts';
import type { HistoryPage } from '#contract/portal/history.ts';
import type { Todo } from '#contract/portal/home.ts';
import { eraseLead } from '#server/erasure/erase-lead.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { testFiles } from '#server/testing/test-app.ts';

const today = '2026-11-26';

describe.each(databases)('what became of a call on %s', (kind) => {
  const people = withPeople(kind);
  const { service, operator } = people;

  const read = async <Body>(person: Person, path: string) =>
    (await service.as(person).get(path)).json<Body>();
  const idsOf = async (person: Person) =>
    (await read<Todo>(person, `/portal/todo?pageSize=100&today=${today}`)).records.map(
      ({ id }) => id,
    );
  const newLead = async () => {
    const broker = await makePerson(service.database.db, 'broker', people.broker.partnerId);
    const leadId = await submitLead(service, broker, { firstName: 'Aroha', lastName: 'Moss' });
    await operator.send('PATCH', `/leads/${leadId}`, { fields: { status: 'With Broker' } });
    return { broker, leadId, path: `/portal/leads/${leadId}` };
  };
  const record = async (person: Person, path: string, body: object, key = '') =>
    service.as(person).post(`${path}/outcome`, body, key === '' ? {} : { 'idempotency-key': key });
  const readHistory = async (person: Person, path: string) =>
    (await read<HistoryPage>(person, `${path}/history`)).entries.map(
      ({ kind: what, note, who }) => [what, note, who.name],
    );
  const readFeed = async (recordId: string) =>
    (await operator.send('GET', '/changes?limit=1000'))
      .json<FeedEntry[]>()
      .filter((entry) => entry.recordId === recordId && entry.kind !== 'created');

  it('is in the history with its note, for everybody who may read the record', async () => {
    const { broker, leadId, path } = await newLead();
    const before = await service.as(broker).get(`/api/v1/lead/${leadId}`);
    const note = 'She calls back after four.';
    expect((await record(broker, path, { outcome: 'reached', note })).json()).toEqual({
      day: null,
    });
    for (const person of [broker, people.admin, people.support])
      expect((await readHistory(person, path))[0]).toEqual(['reached', note, 'Pat Moss']);
    // It is nothing of the lead, and nobody’s news.
    const after = await service.as(broker).get(`/api/v1/lead/${leadId}`);
    expect([after.body, after.headers['etag']]).toEqual([before.body, before.headers['etag']]);
    expect(await idsOf(broker)).toEqual([leadId]);
    expect(await readFeed(leadId)).toEqual([]);
  });

  it('nobody answered: the record leaves one’s own list until the day', async () => {
    const { broker, leadId, path } = await newLead();
    const missing = await record(broker, path, { outcome: 'no-answer' });
    expect([missing.statusCode, missing.json().fields]).toEqual([
      400,
      { followUp: 'Choose the day on which to try again.' },
    ]);
    const followUp = '2026-11-27';
    expect((await record(broker, path, { outcome: 'no-answer', followUp })).json()).toEqual({
      day: followUp,
    });
    expect(await idsOf(broker)).toEqual([]);
    expect(await idsOf(people.admin)).toContain(leadId);
    expect((await readHistory(broker, path))[0]?.slice(0, 2)).toEqual(['no-answer', undefined]);
    expect(await readFeed(leadId)).toEqual([]);
    // Reached at last: the day is done.
    await record(broker, path, { outcome: 'reached' });
    expect(await read(broker, `${path}/follow-up`)).toEqual({ day: null, handedBackAt: null });
    expect(await idsOf(broker)).toEqual([leadId]);
  });

  it('handed back: it leaves the partner’s list, the lender is told, and brings it back', async () => {
    const { broker, leadId, path } = await newLead();
    const { admin, support } = people;
    await service.as(broker).put(`${path}/follow-up`, { day: today });
    await record(broker, path, { outcome: 'handed-back', note: 'All sent.' });
    expect(await readFeed(leadId)).toMatchObject([
      {
        kind: 'handed-back',
        recordType: 'lead',
        via: 'portal',
        by: { id: broker.accountId },
        values: { note: 'All sent.' },
        isErased: false,
      },
    ]);
    const seenBy = async () =>
      Promise.all([broker, admin, support].map(async (one) => (await idsOf(one)).includes(leadId)));
    expect(await seenBy()).toEqual([false, false, true]);
    expect(await read(admin, `${path}/follow-up`)).toEqual({
      day: null,
      handedBackAt: expect.stringMatching(/^\d{4}-/),
    });
    // One’s own day comes all the same.
    await service.as(admin).put(`${path}/follow-up`, { day: today });
    expect(await seenBy()).toEqual([false, true, true]);
    await service.as(admin).delete(`${path}/follow-up`);
    await operator.send('POST', `/leads/${leadId}/calls`, {});
    expect(await seenBy()).toEqual([true, true, true]);
    expect(await read(admin, `${path}/follow-up`)).toMatchObject({ handedBackAt: null });
  });

  it('a deal is handed back as a lead is, and home’s numbers say so', async () => {
    const broker = await makePerson(service.database.db, 'broker', people.broker.partnerId);
    const [dealId = ''] = await insertDeals(service.database.db, broker, {
      status: 'Additional Info Required',
      sub_status: 'Pending info - with ISO',
    });
    const totals = async () => read<Todo>(broker, `/portal/todo?today=${today}`);
    expect(await totals()).toMatchObject({ deals: 1, due: { none: 1 } });
    await record(broker, `/portal/deals/${dealId}`, { outcome: 'handed-back' });
    expect(await totals()).toMatchObject({ deals: 0, records: [], due: { none: 0 } });
    expect(await readFeed(dealId)).toMatchObject([
      { kind: 'handed-back', recordType: 'deal', values: { note: '' } },
    ]);
  });

  it('is recorded once under an Idempotency-Key, which another record does not share', async () => {
    const one = await newLead();
    const body = { outcome: 'handed-back', note: 'Done.' };
    const first = await record(one.broker, one.path, body, 'k');
    const second = await record(one.broker, one.path, body, 'k');
    expect([second.statusCode, second.body]).toEqual([200, first.body]);
    expect(second.headers['idempotency-key']).toBe('k');
    expect(await readFeed(one.leadId)).toHaveLength(1);
    const changed = await record(one.broker, one.path, { outcome: 'reached' }, 'k');
    expect([changed.statusCode, changed.json().code]).toEqual([422, 'idempotency-key-reused']);
    const leadId = await submitLead(service, one.broker, { firstName: 'A', lastName: 'Reid' });
    const other = await record(one.broker, `/portal/leads/${leadId}`, body, 'k');
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency-key-reused']);
  });

  it('its note is erased with the client, what happened remains', async () => {
    const { broker, leadId, path } = await newLead();
    await record(broker, path, { outcome: 'handed-back', note: 'Aroha Moss called.' });
    await eraseLead(service.database.db, testFiles(service), leadId);
    const history = await readHistory(broker, path);
    expect(history.map(([what]) => what)).toContain('handed-back');
    expect(JSON.stringify(history)).not.toContain('Aroha Moss called.');
    const [entry] = await readFeed(leadId);
    expect(entry).toMatchObject({ kind: 'handed-back', values: {}, isErased: true });
  });
});
