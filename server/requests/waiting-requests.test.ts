import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import { requestEndpoints, type WaitingRequests } from '#contract/portal/requests.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import {
  type OperatorClient,
  operatorClient,
  submitLead,
} from '#server/testing/access/operator-client.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { type ServiceWithPeople, startWithPeople } from '#server/testing/start-with-people.ts';
import { startTestApp } from '#server/testing/test-app.ts';

describe.each(databases)('requests that wait on %s', (kind) => {
  let people: ServiceWithPeople;
  let operator: OperatorClient;
  beforeAll(async () => {
    people = await startWithPeople(kind);
    operator = await operatorClient(people.service);
  });
  afterAll(async () => people.service.close());

  const ask = async (recordId: string, dueDate: string | null = null) => {
    const asked = { recordType: 'lead', recordId, kind: 'question', text: 'Please help.', dueDate };
    const response = await operator.send('POST', '/requests', { fields: asked });
    return response.json<{ id: string }>().id;
  };
  const waiting = async (person: Person, query = '') =>
    (
      await people.service.call('GET', `/portal/requests?${query}`, { headers: person.session })
    ).json<WaitingRequests>();
  const idsOf = ({ requests }: WaitingRequests) => requests.map(({ id }) => id);

  it('are those of the contact, of the partner for its admin, and of all by partner for support', async () => {
    const { service, colleague, admin, stranger, support } = people;
    const { db } = service.database;
    const broker = await makePerson(db, 'broker', people.broker.partnerId);
    const leadId = await submitLead(service, broker, { firstName: 'Aroha', lastName: 'Moss' });
    const undated = await ask(leadId);
    const later = await ask(leadId, '2027-01-02');
    const overdue = await ask(leadId, '2026-01-02');
    const own = await waiting(broker);
    expect(idsOf(own)).toEqual([overdue, later, undated]);
    expect(own).toMatchObject({ total: 3, owners: [] });
    expect(own.requests[0]?.record).toMatchObject({
      type: 'lead',
      id: leadId,
      name: 'Aroha Moss',
      contact: { id: broker.contactId },
      partner: null,
    });
    expect(idsOf(await waiting(broker, 'page=2&pageSize=2'))).toEqual([undated]);
    expect(idsOf(await waiting(admin))).toEqual(expect.arrayContaining([overdue, later, undated]));
    expect((await waiting(admin)).owners).toContainEqual({
      id: broker.contactId,
      name: expect.any(String),
      total: 3,
      firstDue: '2026-01-02',
    });
    for (const other of [colleague, stranger])
      expect(idsOf(await waiting(other))).not.toContain(undated);
    const all = await waiting(support, 'pageSize=100');
    expect(idsOf(all)).toEqual(expect.arrayContaining([overdue, later, undated]));
    expect(all.owners.map(({ id }) => id)).toContain(broker.partnerId);
    expect(all.requests[0]?.record.partner).not.toBeNull();

    // Whoever has the lead has its requests.
    await service.call('PATCH', `/api/v1/lead/${leadId}`, {
      headers: admin.bearer,
      payload: { fields: { brokerRepId: colleague.contactId } },
    });
    expect((await waiting(broker)).total).toBe(0);
    expect((await waiting(colleague)).total).toBe(3);
  });

  it('a snoozed one leaves one’s own list until its time, one that is done the partner’s, until the lender acts', async () => {
    const { service, admin, support } = people;
    const broker = await makePerson(service.database.db, 'broker', people.broker.partnerId);
    const leadId = await submitLead(service, broker);
    const id = await ask(leadId);
    const snooze = async (until: string | null) =>
      service.call('PUT', `/portal/requests/${id}/snooze`, {
        headers: broker.session,
        payload: { until },
      });
    const seenBy = async () =>
      Promise.all(
        [broker, admin, support].map(async (person) =>
          idsOf(await waiting(person, 'pageSize=100')).includes(id),
        ),
      );
    const tomorrow = '2998-01-01T00:00:00.000Z';
    expect((await snooze(tomorrow)).json()).toMatchObject({ snooze: { until: tomorrow } });
    expect(await seenBy()).toEqual([false, true, true]);
    await snooze('2026-01-01T00:00:00Z');
    expect(await seenBy()).toEqual([true, true, true]);
    expect((await snooze(null)).json()).toMatchObject({ snooze: { until: null } });
    expect(await seenBy()).toEqual([false, false, true]);
    const end = { headers: admin.session };
    await service.call('DELETE', `/portal/requests/${id}/snooze`, end);
    expect(await seenBy()).toEqual([true, true, true]);
    await snooze(null);
    await service.call('PATCH', `/api/v1/lead/${leadId}`, {
      headers: broker.bearer,
      payload: { fields: { tradingName: 'Kauri Co' } },
    });
    expect(await seenBy()).toEqual([false, false, true]);
    await operator.send('POST', `/leads/${leadId}/calls`, {});
    expect(await seenBy()).toEqual([true, true, true]);
  });
});

test('in front of an existing service there are no requests', async () => {
  const service = await startTestApp('PostgreSQL', {
    env: { UPSTREAM_URL: 'http://127.0.0.1:9' },
  });
  const { session: headers } = await makePerson(service.database.db, 'broker');
  for (const { method, path } of Object.values(requestEndpoints)) {
    const response = await service.call(method, path.replace(':id', 'a'), { headers });
    expect([response.statusCode, response.json<ErrorBody>().code]).toEqual([
      404,
      'unknown-address',
    ]);
  }
  await service.close();
});
