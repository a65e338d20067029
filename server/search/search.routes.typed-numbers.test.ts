import { beforeAll, describe, expect, it } from 'vitest';

import { newId } from '#server/db/ids.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';
import { randomFrom } from '#server/testing/random.ts';

/** What records have, and how it is typed with other separators, or with none. */
const numbers: readonly (readonly [field: string, stored: string, typed: string])[] = [
  ['partnerLeadReferenceId', 'REF-000123', 'ref000123'],
  ['partnerLeadReferenceId', 'P-4XK9TR-QW72ZB', 'p4xk9trqw72zb'],
  ['partnerLeadReferenceId', 'MER/2021/44', 'MER202144'],
  ['partnerLeadReferenceId', 'HB.77.A1', 'hb 77 a1'],
  ['partnerLeadReferenceId', 'ACQ 19 B 7', 'acq19b7'],
  ['partnerLeadReferenceId', 'DF_2026_009', 'DF/2026/009'],
  ['partnerLeadReferenceId', 'KAURI-HB', 'kaurihb'],
  ['partnerLeadReferenceId', 'K2S91X', 'K2 S9-1X'],
  ['abn', '51 824 753 556', '51.824.753.556'],
  ['nzbn', '94.29/0000-81357', '9429000081357'],
  ['uen', 'T08LL1234A', 'T08 LL 1234A'],
  ['crn', 'SC-12.34.56', 'sc123456'],
];
const random = randomFrom(11);
/** The last digits of phones, four to eight. */
const endings = Array.from({ length: 12 }, (_, index) => random.digits(4 + (index % 5)));
/** How many newer leads have them inside of another number. */
const others = 10;

describe.each(databases)('numbers that are typed, on %s', (kind) => {
  const leadIds: string[] = [];
  const dealIds: string[] = [];
  const { service, broker } = withPeople(kind, {
    deps: { logStream: { write: (l: string) => console.log(l) } },
  });
  beforeAll(async () => {
    const { db } = service.database;
    const fieldsOf = (index: number) => {
      const [field, stored] = numbers[index] ?? ['', ''];
      return { [field]: stored, phone: `+6149${random.digits(9).slice(4)}${endings[index]}` };
    };
    // Another partner has the same.
    const owners: [ContactPerson, string[]][] = [
      [broker, leadIds],
      [await makePerson(db, 'broker'), []],
    ];
    for (const [person, ids] of owners)
      await insertListedLeads(db, person, numbers.length, (index) => {
        ids.push(newId());
        return { id: ids[index], fields: fieldsOf(index) };
      });
    const deals = numbers.map(([field, stored], index) => {
      dealIds.push(newId());
      const fields = { ...(field.startsWith('partner') && { [field]: stored }) };
      return {
        id: dealIds[index] ?? '',
        name: 'Deal',
        sub_status: 'With ISO',
        operator_fields: fields,
      };
    });
    await insertDeals(db, broker, ...deals);
    await insertListedLeads(db, broker, endings.length * others, (index) => ({
      created_at: new Date(),
      fields: { abn: `1${endings[index % endings.length]}2`, phone: '+6490000000' },
    }));
  });

  const listed = async (list: 'lead' | 'deal', q: string) => {
    const response = await service.as(broker).get(`/api/v1/${list}?q=${encodeURIComponent(q)}`);
    return response.json<{ id: string }[]>().map(({ id }) => id);
  };
  const found = async (q: string) => {
    const { headers, payload } = { headers: broker.session, payload: { q } };
    const response = await service.call('POST', '/portal/search', { headers, payload });
    return response.json<{ records: { id: string }[] }>().records.map(({ id }) => id);
  };

  it('find a reference or a business number whatever its separators: 12 of 12', async () => {
    const wrong: string[] = [];
    for (const [index, [field, stored, typed]] of numbers.entries()) {
      const [leadId = '', dealId = ''] = [leadIds[index], dealIds[index]];
      const ids = field.startsWith('partner') ? [leadId, dealId] : [leadId];
      if ((await listed('lead', typed)).join() !== leadId) wrong.push(`leads: ${stored}`);
      if (ids.length > 1 && (await listed('deal', typed)).join() !== dealId)
        wrong.push(`deals: ${stored}`);
      const inMenu = await found(typed);
      if (inMenu.toSorted().join() !== ids.toSorted().join()) wrong.push(`menu: ${stored}`);
    }
    expect(wrong).toEqual([]);
  });

  it('find a record by the last 6 to 12 letters of its id: 12 of 12', async () => {
    const wrong: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const of = (id = '') => {
        const ending = id.slice(-6 - (index % 7));
        return index % 2 === 0 ? ending : ending.toUpperCase();
      };
      for (const [list, [id]] of [
        ['lead', leadIds.slice(index)],
        ['deal', dealIds.slice(index)],
      ] as const) {
        if ((await listed(list, of(id))).join() !== id) wrong.push(`${list}s: ${of(id)}`);
        if ((await found(of(id))).join() !== id) wrong.push(`menu: ${of(id)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('find the digits at the end of a phone before those inside a number: 12 of 12', async () => {
    const wrong: string[] = [];
    for (const [index, digits] of endings.entries()) {
      const inList = await listed('lead', digits);
      expect(inList.length, digits).toBeGreaterThan(others);
      if (inList[0] !== leadIds[index]) wrong.push(`leads: ${digits}`);
      if ((await found(digits))[0] !== leadIds[index]) wrong.push(`menu: ${digits}`);
    }
    expect(wrong).toEqual([]);
  });

  it('find nothing of another partner by the reference of a lead or the end of its id', async () => {
    const stranger = await makePerson(service.database.db, 'broker');
    for (const q of ['ref000123', leadIds[0]?.slice(-8), dealIds[0]?.slice(-8)]) {
      const response = await service.as(stranger).post('/portal/search', { q });
      expect(response.json()).toMatchObject({ records: [] });
    }
  });
});
