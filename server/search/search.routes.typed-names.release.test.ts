import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { withPeople } from '#server/testing/access/with-people.ts';
import { anyText } from '#server/testing/arbitrary/arbitrary-requests.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';
import { makePerson } from '#server/testing/people.ts';
import { randomFrom } from '#server/testing/random.ts';
import { scripts, typedNames, writtenClients } from '#server/testing/search/written-names.ts';

import { findRecords } from './search.routes.ts';

const seeds = { clients: 5, typed: 6 };
const clientsOfScript = 2;

describe('whatever is typed into the search', () => {
  const clients = scripts.flatMap((script) =>
    writtenClients(script, clientsOfScript, seeds.clients),
  );
  const idOf = (owner: string, index: number) => `${owner}-client-${index}`;
  const { service, broker } = withPeople();
  beforeAll(async () => {
    const { db } = service.database;
    // Another partner has leads for the same clients.
    for (const [owner, person] of [
      ['own', broker],
      ['other', await makePerson(db, 'broker')],
    ] as const)
      await insertListedLeads(db, person, clients.length, (index) => {
        const { script: _script, ...fields } = clients[index] ?? { script: null };
        return { id: idOf(owner, index), fields };
      });
  });

  it('finds a client of any script by name, and nobody of another partner', async () => {
    const random = randomFrom(seeds.typed);
    const wrong: string[] = [];
    const { db } = service.database;
    const scope = { partnerId: broker.partnerId };
    const search = async (client: (typeof clients)[number], index: number) => {
      for (const { kind, q } of typedNames(client, random)) {
        const { records } = await findRecords(db, { scope, q, limit: 20 });
        const ids = records.map(({ id }) => id);
        if (!ids.includes(idOf('own', index)) || ids.some((id) => !id.startsWith('own')))
          wrong.push(`${client.script.name}, ${kind}: ${q} finds ${ids.join(' ')}`);
      }
    };
    await Promise.all(clients.map(search));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['小明', '王', '王小名'],
    ['太郎', '山田', '太郎山口'],
    ['길동', '홍', '홍길돈'],
  ])('finds the leads of the contact %s %s by %s', async (first, last, q) => {
    const { db } = service.database;
    const { partnerId, contactId } = await makePerson(db, 'broker');
    await db
      .updateTable('contacts')
      .set({ first_name: first, last_name: last })
      .where('id', '=', contactId)
      .execute();
    const id = `lead-of-${last}`;
    await insertListedLeads(db, { ...broker, partnerId, contactId }, 1, () => ({ id }));
    const { records } = await findRecords(db, { scope: { partnerId }, q, limit: 5 });
    expect(records).toMatchObject([{ id }]);
  });

  it('takes no character for another, and finds nothing by those that no record has', async () => {
    const { db } = service.database;
    for (const q of [
      '%',
      '_',
      '%%%%%',
      '____',
      '\\',
      '.*',
      '^|$',
      '[a-z]{4}',
      '(',
      '00000',
      '-----',
    ]) {
      const found = await findRecords(db, { scope: { everything: true }, q, limit: 5 });
      expect(found.records, q).toEqual([]);
    }
  });

  it('succeeds or rejects it', async () => {
    // Characters that stand for many, are a part of one, or make empty words; each is repeated.
    const repeated = [
      '\0',
      '\u001B',
      '\uD800',
      '\uFDFA',
      '\u3310',
      '\u00B4',
      '\u0301',
      '\u1100',
      '\u11A8',
    ]
      .concat([
        '가',
        '山',
        'ﬃ',
        '😀',
        '𠮷',
        '.',
        '@',
        '0 ',
        '山 ',
        'ab ',
        'ab-',
        '1234567 ',
        'abcd@',
      ])
      .flatMap((part) => [3, 66, 3_000].map((count) => part.repeat(count)));
    for (const q of [...repeated, ...fc.sample(anyText, 40)])
      for (const status of await statusesOf(q)) expect([200, 400], q).toContain(status);
  });

  /** Returns the statuses of the search and of the list of leads. */
  async function statusesOf(q: string): Promise<number[]> {
    const { session, bearer } = broker;
    const path = `/api/v1/lead?q=${encodeURIComponent(q.toWellFormed())}`;
    const found = await service.call('POST', '/portal/search', {
      headers: session,
      payload: { q },
    });
    const listed = await service.call('GET', path, { headers: bearer });
    return [found.statusCode, listed.statusCode];
  }
});
