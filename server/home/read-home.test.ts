import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Home, sumCounts, type Todo } from '#contract/portal/home.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { type ContactPerson, makePerson, type Person } from '#server/testing/people.ts';

const days = ['2026-11-24', '2026-11-26', '2026-11-29', '2026-12-24'] as const;
const today = '2026-11-26';
const actor = fc.nat(2);
const day = fc.constantFrom(...days);
/** What the partner’s people and the operator do to one of the records. */
const action = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    status: fc.constantFrom('With Broker', 'Received', 'Call Back Customer', 'Closed'),
  }),
  fc.record({ do: fc.constant('request' as const), day: fc.option(day) }),
  fc.record({ do: fc.constant('follow up' as const), actor, day }),
  fc.record({ do: fc.constant('hand back' as const), actor }),
  fc.record({ do: fc.constant('reassign' as const), actor }),
);
const step = fc.tuple(fc.nat(5), action);

describe.each(databases)('the numbers of home on %s', (kind) => {
  const { service, operator, admin: somebody } = withPeople(kind);

  const read = async <Body>(person: Person, path: string) => {
    const response = await service.as(person).get(path);
    expect(response.statusCode, path).toBe(200);
    return response.json<Body>();
  };
  const countListed = async (person: Person, query: string) => {
    const [leads = 0, deals = 0] = await Promise.all(
      ['lead', 'deal'].map(async (list) =>
        Number((await service.as(person).get(`/api/v1/${list}?${query}`)).headers['x-total-count']),
      ),
    );
    return { leads, deals };
  };

  async function expectNumbers(person: ContactPerson, owners: readonly ContactPerson[]) {
    const { todo, ...home } = await read<Home>(person, `/portal/home?today=${today}`);
    expect(todo.listed).toEqual(await countListed(person, 'waitingOn=partner'));
    for (const { contactId: id } of person === owners[0] ? owners : []) {
      const { leads = 0, deals = 0 } = home.owners.find((owner) => owner.id === id) ?? {};
      const query = `waitingOn=partner&brokerRepId=${id}`;
      expect({ leads, deals }).toEqual(await countListed(person, query));
    }
    // The sheet has each of its records once, under the heads that count them.
    const records: Todo['records'] = [];
    for (let page = 1; page <= Math.ceil(sumCounts(todo) / 3); page += 1)
      records.push(
        ...(await read<Todo>(person, `/portal/todo?today=${today}&pageSize=3&page=${page}`))
          .records,
      );
    expect(new Set(records.map(({ id }) => id)).size).toBe(sumCounts(todo));
    const numbers = Map.groupBy(records, ({ due }) => due);
    for (const [group, number] of Object.entries(todo.due))
      expect(numbers.get(group as keyof Todo['due'])?.length ?? 0, group).toBe(number);
    expect(records.filter(({ type }) => type === 'deal')).toHaveLength(todo.deals);
  }

  it('are those of the lists behind them, whatever was done to the records', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (steps) => {
        const { db } = service.database;
        const admin = await makePerson(db, 'partner-admin');
        const people = [
          admin,
          await makePerson(db, 'broker', admin.partnerId),
          await makePerson(db, 'broker', admin.partnerId),
        ] as const;
        const records: { type: 'lead' | 'deal'; id: string }[] = [];
        for (const person of people) {
          const lead = await submitLead(service, person, { firstName: 'Aroha', lastName: 'Moss' });
          const [deal = ''] = await insertDeals(db, person, {
            status: 'Additional Info Required',
            sub_status: 'Pending info - with ISO',
          });
          records.push({ type: 'lead', id: lead }, { type: 'deal', id: deal });
        }
        for (const [at, one] of steps) {
          const { type, id } = records[at]!;
          const path = `/portal/${type}s/${id}`;
          const isLead = type === 'lead';
          if (one.do === 'set' && isLead)
            await operator.send('PATCH', `/leads/${id}`, { fields: { status: one.status } });
          else if (one.do === 'request')
            await operator.send('POST', '/requests', {
              fields: {
                recordType: type,
                recordId: id,
                kind: 'question',
                text: 'Please help.',
                ...(one.day !== null && { dueDate: one.day }),
              },
            });
          else if (one.do === 'follow up')
            await service.as(people[one.actor]!).put(`${path}/follow-up`, { day: one.day });
          else if (one.do === 'hand back')
            await service
              .as(people[one.actor]!)
              .post(`${path}/outcome`, { outcome: 'handed-back' });
          else if (one.do === 'reassign' && isLead)
            await service.as(admin).patch(`/api/v1/lead/${id}`, {
              fields: { brokerRepId: people[one.actor]!.contactId },
            });
        }
        for (const person of people) await expectNumbers(person, people);
        expect((await read<Home>(somebody, '/portal/home')).todo.records).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: isLongRun ? 60 : 5, endOnFailure: true });
  });
});
