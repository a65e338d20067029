import { describe, expect, it } from 'vitest';

import type { Home, Todo } from '#contract/portal/home.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { type ContactPerson, makePerson, type Person } from '#server/testing/people.ts';

const today = '2026-11-26';

describe.each(databases)('follow-up days on %s', (kind) => {
  const people = withPeople(kind);
  const { service, operator } = people;

  const read = async <Body>(person: Person, path: string) =>
    (await service.as(person).get(path)).json<Body>();
  const readTodo = async (person: Person, day = today) =>
    read<Todo>(person, `/portal/todo?pageSize=100&today=${day}`);
  const readHome = async (person: Person, day = today) =>
    read<Home>(person, `/portal/home?today=${day}`);
  const newBroker = async () => makePerson(service.database.db, 'broker', people.broker.partnerId);
  const submit = async (broker: ContactPerson, lastName: string) =>
    submitLead(service, broker, { firstName: 'Aroha', lastName });
  const move = async (leadId: string, status: string) =>
    operator.send('PATCH', `/leads/${leadId}`, { fields: { status } });
  const ask = async (recordId: string, dueDate: string) =>
    operator.send('POST', '/requests', {
      fields: { recordType: 'lead', recordId, kind: 'question', text: 'Please help.', dueDate },
    });
  const setDay = async (person: Person, leadId: string, day: string) =>
    service.as(person).put(`/portal/leads/${leadId}/follow-up`, { day });
  const readDay = async (person: Person, leadId: string) =>
    (await read<{ day: string | null }>(person, `/portal/leads/${leadId}/follow-up`)).day;

  it('a record that waits leaves its owner’s list until the day, and nobody else’s', async () => {
    const { admin, support } = people;
    const broker = await newBroker();
    const leadId = await submit(broker, 'Moss');
    await move(leadId, 'With Broker');
    const seenBy = async (day = today) =>
      Promise.all(
        [broker, admin, support].map(async (person) =>
          (await readTodo(person, day)).records.some(({ id }) => id === leadId),
        ),
      );
    expect(await readDay(broker, leadId)).toBeNull();
    await setDay(broker, leadId, '2026-11-28');
    expect(await readDay(broker, leadId)).toBe('2026-11-28');
    expect(await readDay(admin, leadId)).toBeNull();
    expect(await seenBy()).toEqual([false, true, true]);
    expect(await readHome(broker)).toMatchObject({
      todo: { records: [], leads: 0 },
      followUps: [{ type: 'lead', id: leadId, name: 'Aroha Moss', day: '2026-11-28' }],
    });
    expect((await readHome(admin)).followUps).toEqual([]);
    // The day is that of the reader.
    expect(await readHome(broker, '2026-11-28')).toMatchObject({
      todo: { records: [{ id: leadId, due: 'today', followUp: '2026-11-28' }], leads: 1 },
      followUps: [],
    });
    expect((await readTodo(broker, '2026-11-29')).due).toMatchObject({ overdue: 1, none: 0 });
    await service.as(broker).delete(`/portal/leads/${leadId}/follow-up`);
    expect(await readDay(broker, leadId)).toBeNull();
    expect((await readTodo(broker)).records).toMatchObject([
      { id: leadId, due: 'none', followUp: null },
    ]);
  });

  it('a record that waits for others is in the list on its day, with its client', async () => {
    const broker = await newBroker();
    const leadId = await submit(broker, 'Quiet');
    const [dealId = ''] = await insertDeals(service.database.db, broker, {
      name: 'Lent',
      status: 'In Progress',
      sub_status: 'Scrubbing',
    });
    await setDay(broker, leadId, '2026-11-25');
    await service.as(broker).put(`/portal/deals/${dealId}/follow-up`, { day: '2026-11-27' });
    expect(await readHome(broker)).toMatchObject({
      todo: {
        records: [
          { id: leadId, due: 'overdue', followUp: '2026-11-25', client: { leadId }, request: null },
        ],
        leads: 1,
        deals: 0,
        due: { overdue: 1, none: 0 },
      },
      followUps: [{ type: 'deal', id: dealId, name: 'Lent', day: '2026-11-27' }],
    });
    const later = await readTodo(broker, '2026-11-27');
    expect(later.records.map(({ id, due }) => [id, due])).toEqual([
      [leadId, 'overdue'],
      [dealId, 'today'],
    ]);
    expect(later).toMatchObject({ leads: 1, deals: 1, due: { overdue: 1, today: 1, none: 0 } });
    expect((await readTodo(people.support)).records.map(({ id }) => id)).not.toContain(leadId);
  });

  it('is due on the first of its day and that of a request, each record once', async () => {
    const broker = await newBroker();
    const ids: string[] = [];
    for (const [followUp, due] of [
      ['2026-11-26', '2026-11-24'],
      ['2026-11-25', '2026-12-24'],
    ] as const) {
      const id = await submit(broker, `Due ${due}`);
      await ask(id, due);
      await setDay(broker, id, followUp);
      ids.push(id);
    }
    const undated = await submit(broker, 'Undated');
    await move(undated, 'With Broker');
    const todo = await readTodo(broker);
    expect(todo.records.map(({ id, due }) => [id, due])).toEqual([
      [ids[0], 'overdue'],
      [ids[1], 'overdue'],
      [undated, 'none'],
    ]);
    expect(todo).toMatchObject({ leads: 3, due: { overdue: 2, today: 0, later: 0, none: 1 } });
    expect(todo.records[0]?.request).toMatchObject({ dueDate: '2026-11-24' });
  });

  it('what the operator changes is back at once, and its day remains', async () => {
    const broker = await newBroker();
    const leadId = await submit(broker, 'Moss');
    await move(leadId, 'With Broker');
    const isThere = async () => (await readTodo(broker)).leads === 1;
    for (const change of [
      async () => operator.send('POST', `/leads/${leadId}/calls`, {}),
      async () => ask(leadId, '2026-12-24'),
    ]) {
      await setDay(broker, leadId, '2026-12-01');
      await service
        .as(broker)
        .patch(`/api/v1/lead/${leadId}`, { fields: { tradingName: 'Kauri Co' } });
      expect(await isThere()).toBe(false);
      await change();
      expect(await isThere()).toBe(true);
      expect((await readHome(broker)).followUps).toEqual([]);
      expect(await readDay(broker, leadId)).toBe('2026-12-01');
    }
    expect((await readTodo(broker, '2026-12-01')).due).toMatchObject({ today: 1 });
  });

  it('is a day that exists', async () => {
    const leadId = await submit(people.broker, 'Moss');
    for (const day of ['2026-02-30', '0000-01-01', '', 'tomorrow', 7])
      expect(
        (await service.as(people.broker).put(`/portal/leads/${leadId}/follow-up`, { day }))
          .statusCode,
      ).toBe(400);
  });
});
