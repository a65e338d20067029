import { describe, expect, it } from 'vitest';

import { leadListQuery } from '#contract/v1/lead-lists.ts';
import { newId } from '#server/db/ids.ts';
import type { PageRequest, ListPosition } from '#server/records/list/list-request.ts';
import { readRecordPage } from '#server/records/list/list.store.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { started } from '#server/testing/access/with-people.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';

import { foundPage } from './found-once.store.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe.each(databases)('lists whose records are found once on %s', (kind) => {
  const database = started(async () => openTestDatabase(kind));

  const query = async (text: string) =>
    (await database.pool.query<{ id: string; total: number }>(text)).rows;
  const idsOf = async (text: string) => (await query(text)).map(({ id }) => id);

  it('have the same page and total whether their records are few or many', async () => {
    const source = `(select 'id' || lpad(n::text, 2, '0') as id, now() + n * interval '1 hour' as created_at,
      n * 7 % 5 as amount from generate_series(1, 40) as n)`;
    const order = 'r.amount desc, r.id desc';
    const baseline = (cut: string, after: readonly string[] = []) =>
      `select r.id from ${source} as r where ${['r.amount >= 1', ...after].join(' and ')} order by ${order} ${cut}`;
    expect(await idsOf(baseline(''))).toHaveLength(32);
    const pages = [
      { cut: 'limit 6', after: [] },
      { cut: 'limit 9 offset 30', after: [] },
      { cut: 'limit 9', after: [`(r.amount, r.id) < (3, 'id20')`] },
    ];
    for (const counted of [1, 31, 32, 33])
      for (const page of pages)
        for (const isFew of counted < 32 ? [false] : [false, true]) {
          const { found, total, ids } = foundPage(
            {
              ...page,
              table: 'leads',
              source,
              conditions: ['r.amount >= 1'],
              parts: null,
              order,
              rank: undefined,
              sortColumn: 'amount',
              manyIds: isFew ? null : () => baseline(page.cut, page.after),
            },
            { counted, ranked: 5 },
          );
          const rows = await query(
            `${found} select r.id, ${total} as total from (${ids}) as cut join ${source} as r using (id) order by ${order}`,
          );
          const expected = await idsOf(baseline(page.cut, page.after));
          const where = `${counted} ${page.cut} ${isFew}`;
          expect(
            rows.map(({ id }) => id),
            where,
          ).toEqual(expected);
          const totals = new Set(rows.map((row) => row.total));
          expect(totals, where).toEqual(new Set([Math.min(32, counted + 1)]));
        }
  });

  it('begin with the best match only up to a number of them', async () => {
    const source = `(select 'id' || n as id, now() + n * interval '1 hour' as created_at, 'w' || n as search
      from generate_series(1, 9) as n)`;
    const [order, cut] = ['r.created_at desc', 'limit 2'];
    const first = async (ranked: number) => {
      const { found, ids } = foundPage(
        {
          table: 'leads',
          source,
          conditions: [],
          parts: null,
          after: [],
          order,
          cut,
          rank: `(r.search = 'w3')::integer`,
          sortColumn: 'created_at',
          manyIds: () => `select r.id from ${source} as r order by ${order} ${cut}`,
        },
        { counted: 9, ranked },
      );
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
        // Six of each are of this week.
        created_at: new Date(Date.now() - (index < 14 ? 30 : 1) * dayMs + index * 60_000 + at),
        created_by: 'operator',
        updated_at: new Date(Date.UTC(2026, 2, 1, (index * 7) % 11, 0)),
        status: index % 3 === 0 ? 'Closed' : 'New',
        fields: { tradingName: index % 2 === 0 ? 'Rata' : 'Totara' },
        search: index % 2 === 0 ? 'rata 471' : 'totara 471',
      }));
    const uploads = { small: newId(), large: newId() };
    // One lead twice; and rows without leads, too many to look up the leads one by one.
    await pool.query(
      `insert into bulk_upload_rows (upload_id, row_number, outcome, lead_id, partner_id)
        select $1, row_number() over (order by created_at), 'submitted', id, partner_id
          from leads left join generate_series(1, 2) as n on status = 'Closed' where updated_at < '2026-03-01T07:00Z'
        union all select $2, row_number() over (order by id), 'submitted', id, partner_id from leads where search like 'rata%'
        union all select $2, 100 + n, 'rejected', null, '' from generate_series(1, 10001) as n`,
      [uploads.small, uploads.large],
    );
    const uploaded = (id: string) =>
      `id in (select lead_id from bulk_upload_rows where upload_id = '${id}')`;
    await pool.query(`
      insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, former, current)
      select 'lead', id, partner_id, contact_id, 'changed', now(), 'operator', 'operator', '{}', '{}'
      from leads where status = 'Closed'`);
    const changed = `(created_at > now() - interval '7 days' or id in (select record_id from changes where kind = 'changed'))`;
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
      ['q=totara&changedSince=P7D', `search like '%totara%' and ${changed}`],
      [
        `bulkUploadId=${uploads.large}&changedSince=P7D`,
        `${uploaded(uploads.large)} and ${changed}`,
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
          const parameters = leadListQuery.parse(
            Object.fromEntries(new URLSearchParams(`${filter}&sort=${sort}&pageSize=25`)),
          );
          const expected = await idsOf(
            `select id from leads where ${own} and ${condition} order by ${order}`,
          );
          const found: string[] = [];
          let next: ListPosition | null = null;
          for (let page = 1; page < 7; page += 1) {
            const request: PageRequest = {
              ...parameters,
              scope,
              readerId: reader.accountId,
              position: next,
              page,
            };
            const { rows, total, after } = await readRecordPage(database, 'leads', request);
            expect(total).toBe(expected.length);
            found.push(...rows.map(({ id }) => id));
            if (after === null) break;
            next = after === 'number' ? null : after;
          }
          expect(found, `${filter} ${sort} ${own}`).toEqual(expected);
        }
  });
});
