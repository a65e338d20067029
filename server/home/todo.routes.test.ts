import { describe, expect, it, test } from 'vitest';

import { type Home, type Todo, todoEndpoints } from '#contract/portal/home.ts';
import type { MarkedLead } from '#contract/portal/lead-list.ts';
import { requestEndpoints } from '#contract/portal/requests.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { type ContactPerson, makePerson, type Person } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/test-app.ts';

describe.each(databases)('what waits for the partner on %s', (kind) => {
  const people = withPeople(kind);
  const { operator } = people;

  const read = async <Body>(person: Person, path: string) =>
    (await people.service.call('GET', path, { headers: person.session })).json<Body>();
  const readTodo = async (person: Person, query = 'pageSize=100') =>
    read<Todo>(person, `/portal/todo?${query}`);
  const readHome = async (person: Person) => read<Home>(person, '/portal/home');
  const idsOf = ({ records }: Todo) => records.map(({ id }) => id);
  const newBroker = async () =>
    makePerson(people.service.database.db, 'broker', people.broker.partnerId);
  const submit = async (broker: ContactPerson, lastName: string) =>
    submitLead(people.service, broker, { firstName: 'Aroha', lastName });
  const ask = async (recordId: string, dueDate: string | null = null) => {
    const requested = {
      recordType: 'lead',
      recordId,
      kind: 'question',
      text: 'Please help.',
      dueDate,
    };
    const response = await operator.send('POST', '/requests', { fields: requested });
    return response.json<{ id: string }>().id;
  };
  const review = async (id: string, fields: object) =>
    operator.send('PATCH', `/requests/${id}`, { fields });
  const move = async (leadId: string, status: string) =>
    operator.send('PATCH', `/leads/${leadId}`, { fields: { status } });

  it('is what the lender asks for by the day it is due, then statuses', async () => {
    const { colleague, admin, stranger, support, service } = people;
    const broker = await newBroker();
    const [returned, requested, overdue, quiet] = [
      await submit(broker, 'Returned'),
      await submit(broker, 'Asked'),
      await submit(broker, 'Overdue'),
      await submit(broker, 'Quiet'),
    ];
    await move(returned, 'With Broker');
    // With a request, its status says nothing more.
    await move(requested, 'With Broker');
    const first = await ask(requested, '2999-01-02');
    await ask(requested);
    const sent = await ask(requested);
    await service.as(broker).put(`/portal/requests/${sent}/answer`, { answer: 'Yes.' });
    await ask(overdue, '2026-01-02');
    const own = await readTodo(broker);
    expect(idsOf(own)).toEqual([overdue, requested, returned]);
    expect(own).toMatchObject({
      leads: 3,
      deals: 0,
      records: [
        {
          name: 'Aroha Overdue',
          due: 'overdue',
          request: { dueDate: '2026-01-02' },
          client: { leadId: overdue, phone: expect.any(String), email: expect.any(String) },
        },
        { request: { id: first }, otherRequests: 1, due: 'later' },
        { request: null, status: 'With Broker', due: 'none' },
      ],
    });
    expect(await readTodo(broker, 'page=2&pageSize=2')).toMatchObject({
      leads: 3,
      records: [{ id: returned, partner: null }],
    });
    expect(idsOf(await readTodo(admin))).toEqual(expect.arrayContaining(idsOf(own)));
    expect((await readHome(admin)).owners).toContainEqual(
      expect.objectContaining({ id: broker.contactId, leads: 3, deals: 0 }),
    );
    for (const other of [colleague, stranger])
      expect(idsOf(await readTodo(other))).not.toContain(requested);
    const all = await readTodo(support);
    expect(idsOf(all)).toEqual(expect.arrayContaining(idsOf(own)));
    expect(all.records[0]?.partner?.id).toBe(broker.partnerId);
    expect(idsOf(await readTodo(support, `partnerId=${stranger.partnerId}`))).toEqual([]);

    // The lists say the same.
    const listed = await service.as(broker).get('/api/v1/lead?waitingOn=partner&sort=createdAt');
    expect(listed.headers['x-total-count']).toBe('3');
    expect(listed.json<{ id: string }[]>().map(({ id }) => id)).toEqual([
      returned,
      requested,
      overdue,
    ]);
    const others = '/api/v1/lead?waitingOn=client&waitingOn=lender&waitingOn=nobody';
    const rest = await service.call('GET', others, { headers: broker.bearer });
    expect(rest.json()).toMatchObject([{ id: quiet }]);

    // So do their rows in the portal’s list, to whoever may read them.
    for (const [person, ids] of [
      [broker, [requested, overdue]],
      [support, [requested, overdue]],
      [colleague, []],
    ] as const)
      expect(
        (await read<MarkedLead[]>(person, '/portal/leads?pageSize=100'))
          .filter(
            ({ id, requestedSince }) =>
              requestedSince !== null && [returned, requested, overdue, quiet].includes(id),
          )
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids.toSorted());

    // Whoever has the lead has its requests.
    await service
      .as(admin)
      .patch(`/api/v1/lead/${requested}`, { fields: { brokerRepId: colleague.contactId } });
    expect((await readTodo(broker)).leads).toBe(2);
    expect(idsOf(await readTodo(colleague))).toContain(requested);
  });

  it('is due on the reader’s own day, in a week that ends on Sunday', async () => {
    const broker = await newBroker();
    const days = ['2026-11-25', '2026-11-26', '2026-11-29', '2026-11-30', null];
    const ids: string[] = [];
    for (const day of days) {
      const id = await submit(broker, `Due ${day}`);
      // The first day counts.
      await ask(id, '2999-01-02');
      if (day !== null) await ask(id, day);
      ids.push(id);
    }
    const undated = await submit(broker, 'Undated');
    await ask(undated);
    const groups = async (today: string) => {
      const todo = await readTodo(broker, `pageSize=100&today=${today}`);
      expect(idsOf(todo)).toEqual([...ids, undated]);
      const sum = Object.values(todo.due).reduce((total, one) => total + one, 0);
      expect(sum).toBe(todo.leads + todo.deals);
      for (const [group, number] of Object.entries(todo.due))
        expect(todo.records.filter(({ due }) => due === group)).toHaveLength(number);
      return todo.records.map(({ due }) => due);
    };
    const [overdue, week, later, none] = ['overdue', 'week', 'later', 'none'];
    expect(await groups('2026-11-26')).toEqual([overdue, 'today', week, later, later, none]);
    expect(await groups('2026-11-29')).toEqual([overdue, overdue, 'today', later, later, none]);
    expect(await groups('2026-11-30')).toEqual([overdue, overdue, overdue, 'today', later, none]);
    await people.service
      .as(broker)
      .put(`/portal/leads/${ids[0] ?? ''}/follow-up`, { day: '2998-01-01' });
    expect((await readTodo(broker, 'today=2026-11-26')).due).toEqual({
      overdue: 0,
      today: 1,
      week: 1,
      later: 2,
      none: 1,
    });
  });

  it('waits no more once it is answered, and again once it is returned', async () => {
    const broker = await newBroker();
    const leadId = await submit(broker, 'Moss');
    const id = await ask(leadId);
    const answer = async () =>
      people.service.as(broker).put(`/portal/requests/${id}/answer`, { answer: 'Yes.' });
    await answer();
    expect((await readTodo(broker)).leads).toBe(0);
    await review(id, { state: 'returned', reason: 'Both directors?' });
    expect((await readTodo(broker)).records).toMatchObject([
      { id: leadId, request: { state: 'returned', reason: 'Both directors?' } },
    ]);
    await answer();
    await review(id, { state: 'done' });
    expect(await readTodo(broker)).toEqual({
      records: [],
      leads: 0,
      deals: 0,
      due: { overdue: 0, today: 0, week: 0, later: 0, none: 0 },
      listed: { leads: 0, deals: 0 },
    });
  });
});

test('in front of an existing service there are no requests', async () => {
  const service = await startTestApp('PostgreSQL', { env: { UPSTREAM_URL: 'http://127.0.0.1:9' } });
  const { session: headers } = await makePerson(service.database.db, 'broker');
  for (const { method, path } of Object.values({ ...requestEndpoints, ...todoEndpoints })) {
    const response = await service.call(method, path.replace(':id', 'a'), { headers });
    expect([response.statusCode, response.json<ErrorBody>().code]).toEqual([
      404,
      'unknown-address',
    ]);
  }
  await service.close();
});
