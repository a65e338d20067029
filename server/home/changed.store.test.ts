import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { countRecords } from '#server/records/list/list.store.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

import { readChangedRecords } from './changed.store.ts';

const epoch = Date.UTC(2026, 5, 1);
const moment = fc.nat(20).map((minutes) => new Date(epoch + minutes * 60_000).toISOString());
const reader = fc.constantFrom('key', 'reader', 'z');
const write = fc.record({
  kind: fc.constantFrom('insert', 'change', 'change', 'reassign'),
  by: fc.oneof(reader, fc.constantFrom('a', 'operator')),
  at: moment,
  seed: fc.nat(99),
  count: fc.constantFrom(1, 3),
});

it.each(databases)(
  'what others did is what the history says, whoever else did much, on %s',
  async (kind) => {
    const database = await openTestDatabase(kind);
    const { db } = database;
    const admin = await makePerson(db, 'partner-admin');
    const colleague = await makePerson(db, 'broker', admin.partnerId);
    const people = [admin, colleague, await makePerson(db, 'broker')];
    const scopes = [
      { partnerId: admin.partnerId },
      { contactId: colleague.contactId },
      { contactId: people[2]!.contactId },
    ];
    const property = fc.asyncProperty(
      fc.array(write, { minLength: 5, maxLength: 15 }),
      fc.array(fc.tuple(reader, moment), { minLength: 3, maxLength: 3 }),
      async (writes, visits) => {
        for (const one of writes) {
          const { partnerId, contactId } = people[one.seed % people.length]!;
          const some = sql`id in (select id from leads where partner_id = ${partnerId}
            order by md5(id || ${String(one.seed)}::text) limit ${one.count})`;
          // What somebody has is given to them by others.
          const isReassigned = one.kind === 'reassign';
          const by = isReassigned ? 'operator' : one.by;
          const owner = isReassigned ? sql`, contact_id = ${contactId}` : sql``;
          await (
            one.kind === 'insert'
              ? sql`insert into leads (id, partner_id, contact_id, status, sub_status, created_at, created_by, updated_by, search, fields)
                  select gen_random_uuid(), ${partnerId}, ${contactId}, 'New', 'Received', ${one.at}, ${by}, ${by}, '', '{}'
                  from generate_series(1, ${one.count})`
              : sql`update leads set version = version + 1, updated_by = ${by}, updated_at = ${one.at},
                  fields = jsonb_build_object('tradingName', gen_random_uuid())${owner} where ${some}`
          ).execute(db);
        }
        for (const [readerId, since] of visits)
          for (const scope of scopes) {
            const own = sql.raw(
              Object.entries(scope).map(
                ([name, id]) => `${name === 'partnerId' ? 'partner_id' : 'contact_id'} = '${id}'`,
              )[0]!,
            );
            const { rows } = await sql<{ id: string; at: Date; is_created: boolean }>`
              select id, max(at) as at, created_at > ${since} and created_by <> ${readerId} as is_created
              from leads join (select record_id as id, at from changes where ${own} and at > ${since} and by <> ${readerId}) as entries using (id)
              where ${own} group by id, created_at, created_by order by max(at) desc, id`.execute(
              db,
            );
            const changed = await readChangedRecords(db, 'leads', { scope, readerId, since }, 4);
            expect(
              changed.latest.map(({ id, at, is_created }) => ({ id, at, is_created })),
            ).toEqual(rows.slice(0, 4));
            expect(changed.total).toBe(rows.length);
            const listed = { scope, readerId, changedSince: since, q: '' };
            expect(await countRecords(db, 'leads', listed)).toBe(rows.length);
          }
      },
    );
    await fc.assert(property, { numRuns: kind === 'PostgreSQL' ? 8 : 1, endOnFailure: true });
    await database.close();
  },
);
