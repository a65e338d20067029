import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { leadListQuery } from '#contract/v1/lists.ts';
import type { Database } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { listLeads } from '#server/leads/leads.store.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';

import { foundPage } from './found-once.ts';
import type { Position } from './page-query.ts';
import type { Scope } from './records.policy.ts';

describe.each(databases)('lists whose records are found once on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(async () => database.close());

  const idsOf = async (text: string, values: readonly unknown[] = []) => {
    const { rows } = await database.pool.query<{ id: string }>(text, [...values]);
    return rows.map(({ id }) => id);
  };

  it('have the same page and total whether their records are few or many', async () => {
    const source = `(select 'id' || lpad(n::text, 2, '0') as id, now() + n * interval '1 hour' as created_at,
      n * 7 % 5 as amount, 'word ' || n as search from generate_series(1, 40) as n)`;
    const after = '(r.amount, r.id) < (3, $2)';
    const [where, order] = ['where r.amount >= $1', 'r.amount desc, r.id desc'];
    const plain = (cut: string, more = '$2::text is not null') =>
      idsOf(`select r.id from ${source} as r ${where} and ${more} order by ${order} ${cut}`, [
        1,
        'id20',
      ]);
    expect(await plain('')).toHaveLength(32);
    for (const counted of [1, 31, 32, 33])
      for (const [cut, more] of [['limit 6'], ['limit 9 offset 30'], ['limit 9', after]] as const) {
        const condition = more ?? '$2::text is not null';
        const list = { table: 'leads', source, where, order, cut, sortColumn: 'amount' } as const;
        const found = async (isFew: boolean) => {
          const page = { ...list, after: [condition], rank: undefined, isFew };
          const { found: collect, total, ids } = foundPage(page, { counted, ranked: 5 });
          const text = `${collect} select r.id, ${total} as total from (${ids}) as cut join ${source} as r using (id) order by ${order}`;
          const { rows } = await database.pool.query<{ id: string; total: number }>(text, [
            1,
            'id20',
          ]);
          expect(new Set(rows.map((row) => row.total))).toEqual(
            new Set([Math.min(32, counted + 1)]),
          );
          return rows.map(({ id }) => id);
        };
        for (const isFew of counted < 32 ? [false] : [false, true])
          expect(await found(isFew), `${counted} ${cut}`).toEqual(await plain(cut, more));
      }
  });

  it('begin with the best match only up to a number of them', async () => {
    const source = `(select 'id' || n as id, now() + n * interval '1 hour' as created_at, 'w' || n as search
      from generate_series(1, 9) as n)`;
    const list = {
      table: 'leads',
      source,
      where: '',
      after: [],
      order: 'r.created_at desc',
    } as const;
    const rank = `(r.search = 'w3')::integer`;
    const first = async (ranked: number) => {
      const page = { ...list, cut: 'limit 2', sortColumn: 'created_at', rank, isFew: false };
      const { found, ids } = foundPage(page, { counted: 9, ranked });
      return idsOf(`${found} select id from (${ids}) as cut`);
    };
    expect(await first(9)).toEqual(['id3', 'id9']);
    expect(await first(8)).toEqual(['id9', 'id8']);
  });

  it('have the rows, the totals and the orders of plain statements, for every reader', async () => {
    const { db, pool } = database;
    const broker = await makePerson(db, 'broker');
    const colleague = await makePerson(db, 'broker', broker.partnerId);
    const stranger = await makePerson(db, 'broker');
    const people = [broker, colleague, stranger];
    for (const [at, person] of people.entries())
      await insertListedLeads(db, person, 20, (index) => ({
        created_at: new Date(Date.UTC(2026, 0, 1, index, at)),
        updated_at: new Date(Date.UTC(2026, 2, 1, (index * 7) % 11, 0)),
        status: index % 3 === 0 ? 'Closed' : 'New',
        fields: { tradingName: index % 2 === 0 ? 'Rata' : 'Totara' },
        search: index % 2 === 0 ? 'rata 471' : 'totara 471',
      }));
    const uploads = { small: newId(), large: newId() };
    // One lead twice; and rows without leads, too many to look up the leads one by one.
    await pool.query(
      `insert into bulk_upload_rows (upload_id, row_number, outcome, lead_id)
        select $1, row_number() over (order by created_at), 'submitted', id
          from leads left join generate_series(1, 2) as n on status = 'Closed' where extract(hour from created_at) < 12
        union all select $2, row_number() over (order by id), 'submitted', id from leads where search like 'rata%'
        union all select $2, 100 + n, 'rejected', null from generate_series(1, 10001) as n`,
      [uploads.small, uploads.large],
    );
    const uploaded = (id: string) =>
      `id in (select lead_id from bulk_upload_rows where upload_id = '${id}')`;
    const filters: [string, string][] = [
      ['q=rata', `search like '%rata%'`],
      ['q=rata 471&status=Closed', `search like '%rata%' and status = 'Closed'`],
      ['q=kauri', 'false'],
      [`bulkUploadId=${uploads.small}`, uploaded(uploads.small)],
      [`bulkUploadId=${uploads.large}&status=New`, `${uploaded(uploads.large)} and status = 'New'`],
      [
        `bulkUploadId=${uploads.small}&q=totara`,
        `${uploaded(uploads.small)} and search like '%totara%'`,
      ],
      [`bulkUploadId=${newId()}`, 'false'],
      [
        'q=totara&changedSince=P7D',
        `search like '%totara%' and created_at > now() - interval '7 days'`,
      ],
    ];
    const orders: [string, string][] = [
      ['-createdAt', 'created_at desc, id desc'],
      ['updatedAt', 'updated_at, id'],
    ];
    const readers: [ContactPerson, Scope, string][] = [
      [broker, { contactId: broker.contactId }, `contact_id = '${broker.contactId}'`],
      [colleague, { partnerId: broker.partnerId }, `partner_id = '${broker.partnerId}'`],
      [stranger, { everything: true }, 'true'],
    ];
    for (const [filter, condition] of filters)
      for (const [sort, order] of orders)
        for (const [reader, scope, own] of readers) {
          const query = leadListQuery.parse(
            Object.fromEntries(new URLSearchParams(`${filter}&sort=${sort}&pageSize=11`)),
          );
          const expected = await idsOf(
            `select id from leads where ${own} and ${condition} order by ${order}`,
          );
          const found: string[] = [];
          let next: Position | null = null;
          for (let page = 1; page < 7; page += 1) {
            const request = { ...query, scope, readerId: reader.accountId, position: next, page };
            const { rows, total, after } = await listLeads(database, request);
            expect(total).toBe(expected.length);
            found.push(...rows.map(({ id }) => id));
            if (after === null) break;
            next = after === 'number' ? null : after;
          }
          expect(found, `${filter} ${sort} ${own}`).toEqual(expected);
        }
  });
});
