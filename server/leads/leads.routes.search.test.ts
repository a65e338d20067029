import { describe, expect, it } from 'vitest';

import type { Lead } from '#contract/v1/lead-records.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertListedLeads, linksIn, namesIn } from '#server/testing/leads/listed-leads.ts';
import {
  makePartner,
  makePerson,
  type ContactPerson,
  type Person,
} from '#server/testing/people.ts';

describe.each(databases)('searching leads on %s', (kind) => {
  const { service, support } = withPeople(kind);

  const fill = async (person: ContactPerson, count: number, of?: (index: number) => object) =>
    insertListedLeads(service.database.db, person, count, of);
  const get = async (person: Person, query: string) =>
    service.call('GET', query.startsWith('http') ? query : `/api/v1/lead${query}`, {
      headers: person.bearer,
    });
  const names = async (person: Person, query: string) => namesIn(await get(person, query));

  it('finds by name, company, phone, mail, reference and business number, whatever the accents', async () => {
    const broker = await makePerson(service.database.db, 'broker');
    const client = {
      firstName: 'José',
      lastName: 'Nguyễn',
      companyName: 'Kererū 100% Roasters',
      phone: '+61491570156',
      email: 'jose@kereru.test',
      abn: '51 824 753 556',
      partnerLeadReferenceId: 'REF_77',
    };
    await fill(broker, 3, (index) => (index === 1 ? { fields: client } : {}));
    const [lead] = (await get(broker, '?q=jose')).json<Lead[]>();
    const found = [
      'jose',
      'JOSÉ',
      'nguyen',
      'roasters jose',
      'j ng',
      'KE',
      'kereru.test',
      '0491 570 156',
      '+61 491 570 156',
      // As copied from a page or an address book, with invisible marks of direction.
      '\u202A+61 491 570 156\u202C',
      '\u2066jos\u200Bé\u2069',
      '51824753556',
      '824 753',
      'ref_77',
      'ref77',
      'abn 51 824 753 556',
      'jose 0491 570 156',
      'nguyen, josé',
      'kereru roasters limited',
      '100%',
      lead?.id ?? '',
    ];
    for (const q of found)
      expect(await names(broker, `?q=${encodeURIComponent(q)}`), q).toEqual(['Nguyễn']);
    for (const q of ['joxxe', 'jose lead', 'os', 'y', '100_', '%', String.raw`\\`, "'"])
      expect(await names(broker, `?q=${encodeURIComponent(q)}`), q).toEqual([]);
  });

  it('has the best match first in the default order, page by page, and no other order changes', async () => {
    const broker = await makePerson(service.database.db, 'broker');
    const lastNames = ['Quarmbyson', 'Quarmby', 'McQuarmby', 'Quarmbyson Two', 'Quarmby Two'];
    await fill(broker, lastNames.length, (index) => ({ fields: { lastName: lastNames[index] } }));
    const best = ['Quarmby Two', 'Quarmby', 'Quarmbyson Two', 'Quarmbyson', 'McQuarmby'];
    expect(await names(broker, '?q=quarmby')).toEqual(best);
    expect(await names(broker, '?q=quarmby&sort=createdAt')).toEqual(lastNames);
    const pages: string[] = [];
    for (let next: string | undefined = '?q=quarmby&pageSize=2'; next !== undefined;) {
      const response = await get(broker, next);
      pages.push(...namesIn(response));
      expect(response.headers['x-total-count']).toBe('5');
      ({ next } = linksIn(response));
    }
    expect(pages).toEqual(best);
  });

  it('finds letters that no accent makes of another one by their plain form', async () => {
    const broker = await makePerson(service.database.db, 'broker');
    const fields = { firstName: 'Søren', lastName: 'O’Đặng-Weiß', email: "o'dang@older.test" };
    await fill(broker, 1, () => ({ fields }));
    for (const q of ['soren odang', 'SØREN ĐẶNG', 'weiss', "o'dang@older.test"])
      expect(await names(broker, `?q=${encodeURIComponent(q)}`), q).toEqual(['O’Đặng-Weiß']);
  });

  it('finds by partner and contact, for those who see several of them', async () => {
    const { db } = service.database;
    const partner = await makePartner(db, 'Čapek Lending');
    const admin = await makePerson(db, 'partner-admin', partner.id);
    const broker = await makePerson(db, 'broker', partner.id);
    await db
      .updateTable('contacts')
      .set({ first_name: 'Séverine' })
      .where('id', '=', broker.contactId)
      .execute();
    await fill(broker, 2, (index) => ({ fields: { lastName: `Capek ${index}` } }));
    await fill(admin, 1, () => ({ fields: { lastName: 'Other' } }));
    expect(await names(support, '?q=capek+lending')).toHaveLength(3);
    expect(await names(support, '?q=lending+severine')).toEqual(['Capek 1', 'Capek 0']);
    expect(await names(admin, '?q=severine')).toEqual(['Capek 1', 'Capek 0']);
    expect(await names(admin, '?q=lending')).toEqual([]);
    expect(await names(broker, '?q=severine')).toEqual([]);
  });
});
