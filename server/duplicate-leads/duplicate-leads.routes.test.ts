import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { type DuplicateLead, duplicateLimits } from '#contract/portal/new-lead/new-lead.ts';
import type { Db } from '#server/db/connect.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';

import { type ClientInput, findClientLeads } from './duplicate-leads.store.ts';

const phone = '+61491570156';
const typed = { firstName: 'Aroha', lastName: 'Moss', companyName: 'Kauri Joinery', phone };

describe.each(databases)('leads for the same client on %s', (kind) => {
  const { service, admin, broker, colleague } = withPeople(kind);

  const create = async (person: ContactPerson, fields: object) =>
    submitLead(service, person, { ...typed, ...fields });
  const post = async ({ session: headers }: ContactPerson, path: string, client: ClientInput) =>
    service.call('POST', path, { headers, payload: { client } });
  const find = async (person: ContactPerson, client: ClientInput) =>
    (await post(person, '/portal/client-leads', client)).json<DuplicateLead[]>();

  it('are found by phone, email, business number, and by name and company together', async () => {
    const first = await create(broker, {
      phone: '+61491570110',
      email: 'Aroha@kauri.test',
      abn: '51 824 753 556',
    });
    const lead = {
      id: first,
      client: 'Aroha Moss, Kauri Joinery',
      status: 'New',
      createdAt: expect.any(String),
    };
    expect(await find(broker, { phone: '+61 491 570 110' })).toEqual([
      { reasons: ['phone'], lead },
    ]);
    expect(await find(broker, { email: 'aroha@KAURI.test' })).toEqual([
      { reasons: ['email'], lead },
    ]);
    expect(await find(admin, { abn: '51824753556' })).toEqual([{ reasons: ['abn'], lead }]);
    const { phone: _none, ...named } = typed;
    expect(await find(broker, { ...named, firstName: 'ÁROHA ' })).toEqual([
      { reasons: ['client'], lead },
    ]);
    const all = { ...named, phone: '+61491570110', email: 'aroha@kauri.test', abn: '51824753556' };
    expect(await find(broker, all)).toEqual([
      { reasons: ['phone', 'email', 'abn', 'client'], lead },
    ]);
    expect(await find(broker, { ...named, companyName: 'Kauri' })).toEqual([]);
    expect(await find(broker, { firstName: 'Aroha', lastName: 'Moss' })).toEqual([]);
    expect(await find(broker, { phone: '0491', email: 'a', abn: 'n/a', firstName: '%' })).toEqual(
      [],
    );
  });

  it('are found by names longer than what the index has of them', async () => {
    const company = (end: string) => ({
      ...typed,
      phone: '+61491570112',
      companyName: `${'Tāmaki Joiners '.repeat(6)}${end}`,
    });
    const { phone: _none, ...named } = company('East');
    const id = await create(broker, company('East'));
    await create(broker, company('West'));
    expect(await find(broker, named)).toMatchObject([{ reasons: ['client'], lead: { id } }]);
  });

  it.each([
    ['Wójcik', 'Wójcik & Straßenbau Pty Ltd', 'wojcik and Strassenbau'],
    ['Tamati', 'The Fantail Company', 'Fantail'],
    ['Nikora', 'Fantail, Limited', 'The Fantail Pty. Ltd.'],
    ['Parata', 'Co. Limited', 'Co Limited'],
    ['Waitere', 'No 1 Painting', 'No 1 Painting'],
  ])(
    'are found by names in either order, and a company in any legal form: %s',
    async (...names) => {
      const [lastName, companyName, typedName] = names;
      const id = await create(broker, { phone: '+61491570113', lastName, companyName });
      for (const client of [
        { firstName: 'Aroha', lastName, companyName: typedName },
        { firstName: lastName, lastName: 'Aroha', companyName: typedName },
      ])
        expect(await find(broker, client)).toMatchObject([{ reasons: ['client'], lead: { id } }]);
      const other = { firstName: 'Aroha', lastName, companyName: `${typedName} Homes` };
      expect(await find(broker, other)).toEqual([]);
    },
  );

  it('are found without reading the partner’s other leads', async () => {
    const { db } = service.database;
    const owner = await makePerson(db, 'partner-admin');
    const created = {
      partner_id: owner.partnerId,
      contact_id: owner.contactId,
      created_by: owner.accountId,
      created_via: 'bulk-upload' as const,
    };
    const clients = Array.from({ length: 4_000 }, (_, at) => ({
      ...typed,
      lastName: `Moss${at}`,
      phone: `+6149157${10_000 + at}`,
    }));
    await db.transaction().execute(async (tx) => insertLeads(tx, created, clients));
    await db.transaction().execute(async (tx) => {
      // What the connection read before counts too, until PostgreSQL adds it up, a second later.
      const before = await countReads(tx);
      const found = await findClientLeads(tx, owner, clients[7] ?? typed);
      expect(found).toMatchObject([{ reasons: ['phone', 'client'] }]);
      const after = await countReads(tx);
      expect([after.scans - before.scans, after.rows - before.rows]).toEqual([0, 2]);
    });
  });

  it('of a colleague are only said to exist; an admin may open them', async () => {
    const id = await create(colleague, { phone, companyName: 'Rata Roofing' });
    expect(await find(broker, { phone })).toEqual([{ reasons: ['phone'], lead: null }]);
    expect(await find(admin, { phone })).toMatchObject([{ reasons: ['phone'], lead: { id } }]);
  });

  it('of a colleague are said to exist if they have more in common with the client than own ones', async () => {
    const shared = '+61491570114';
    const client = {
      ...typed,
      phone: shared,
      email: 'ora@tarata.test',
      companyName: 'Tarata Glass',
    };
    const own = await create(broker, { phone: shared, companyName: 'Another Client' });
    await create(colleague, client);
    expect(await find(broker, client)).toMatchObject([
      { reasons: ['phone'], lead: { id: own } },
      { reasons: ['phone', 'email', 'client'], lead: null },
    ]);
    expect(await find(broker, { phone: shared })).toMatchObject([{ lead: { id: own } }]);
  });

  it('of a colleague are not said to exist if an own one has as much in common', async () => {
    const client = { phone: '+61491570157', companyName: 'Rimu Roofing' };
    const { partnerId, contactId, accountId } = colleague;
    const own = await create(broker, client);
    const of = { partner_id: partnerId, contact_id: contactId };
    await insertLeads(
      service.database.db,
      { ...of, created_by: accountId, created_via: 'api' },
      Array.from({ length: 25 }, () => ({ ...typed, ...client })),
    );
    const found = await find(broker, { ...typed, ...client });
    expect(found).toMatchObject([{ reasons: ['phone', 'client'], lead: { id: own } }]);
    expect(await find(colleague, client)).toHaveLength(duplicateLimits.leads);
  });

  it('of another partner are not found', async () => {
    const stranger = await makePerson(service.database.db, 'broker');
    await create(broker, { phone: '+61491570111' });
    const client = { ...typed, phone: '+61491570111' };
    expect(await find(stranger, client)).toEqual([]);
  });

  it('can’t be searched for by a program that tries phones', async () => {
    const prober = await makePerson(service.database.db, 'broker');
    const statuses: number[] = [];
    for (let at = 0; at <= duplicateLimits.searchesPerMinute; at += 1)
      statuses.push((await post(prober, '/portal/client-leads', {})).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(
      duplicateLimits.searchesPerMinute,
    );
    expect(statuses.at(-1)).toBe(429);
  });
});

/** Returns how often this connection read all leads lately, and how many it found by an index. */
async function countReads(db: Db): Promise<{ scans: number; rows: number }> {
  const { rows } = await sql<{ scans: number; rows: number }>`
    select seq_scan::integer as scans, idx_tup_fetch::integer as rows
    from pg_stat_xact_user_tables where relname = 'leads'`.execute(db);
  return rows[0] ?? { scans: 0, rows: 0 };
}
