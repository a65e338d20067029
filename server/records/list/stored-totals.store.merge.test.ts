import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { queryRows, runStatement, statement, whereAll } from '#server/db/statement.ts';
import { recordTables } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';
import { started } from '#server/testing/access/with-people.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { countTotalDifferences } from '#server/testing/database/total-differences.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';

import { splitBlock } from './creation-blocks.store.ts';
import { countByOwner } from './list-counts.store.ts';
import { countRecords } from './list.store.ts';
import { pageStatement } from './page-plans.store.ts';
import { addTotalChanges } from './total-changes.store.ts';
import { countLeadsOfWeeks } from './week-counts.store.ts';

const hour = 60 * 60 * 1000;
const epoch = Date.UTC(2026, 5, 1);
const moment = fc
  .tuple(fc.nat(40), fc.constantFrom(0, 0, 1, 30 * 60 * 1000, hour - 1))
  .map(([hours, ms]) => new Date(epoch + hours * hour + ms).toISOString());

const kinds = ['insert', 'insert', 'status', 'both', 'owner', 'convert', 'request'] as const;
const rare = ['delete', 'sum', 'sum', 'split'] as const;
/** What a writer does in one transaction, to records that `seed` chooses. */
const step = fc.record({
  kind: fc.constantFrom(...kinds, ...rare),
  table: fc.constantFrom('leads' as const, 'leads' as const, 'deals' as const),
  count: fc.constantFrom(1, 1, 3, 40),
  status: fc.constantFrom('New', 'With Broker', 'Closed', 'Converted'),
  subStatus: fc.constantFrom('Received', 'With Broker', 'Cost'),
  createdAt: moment,
  seed: fc.nat(999),
  isUndone: fc.nat(4).map((n) => n === 0),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Returns rows as texts, in one order. */
const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();

describe.each(databases)('the stored totals on %s', (kind) => {
  let people: readonly ContactPerson[];
  const database = started(async () => openTestDatabase(kind));
  beforeAll(async () => {
    const admin = await makePerson(database.db, 'partner-admin');
    const colleague = await makePerson(database.db, 'broker', admin.partnerId);
    people = [admin, colleague, await makePerson(database.db, 'broker')];
  });

  const ownerOf = ({ seed }: Step) => people[seed % people.length]!;

  /** What each kind of step does; what another writer changes at the moment is passed over. */
  const chosen = ({ table, seed, count }: Step, condition = sql`true`) => sql`id in (
    select id from ${sql.table(table)} where ${condition} order by md5(id || ${String(seed)}::text) limit ${count}
    for update skip locked)`;
  const steps: Readonly<Record<Step['kind'], (one: Step) => RawBuilder<unknown>>> = {
    insert: (one) => {
      const isLead = one.table === 'leads';
      return sql`
        insert into ${sql.table(one.table)} (id, partner_id, contact_id, status, sub_status, created_at, created_by,
          updated_by, search, ${sql.ref(isLead ? 'fields' : 'name')})
        select gen_random_uuid(), ${ownerOf(one).partnerId}, ${ownerOf(one).contactId}, ${one.status}, ${one.subStatus},
          ${one.createdAt}, 'key', 'key', '', ${isLead ? sql`'{}'::jsonb` : sql`'Deal'`}
        from generate_series(1, ${one.count})`;
    },
    status: (one) => sql`
      update ${sql.table(one.table)} set status = ${one.status} where ${chosen(one)}`,
    both: (one) => sql`
      update ${sql.table(one.table)} set status = ${one.status}, sub_status = ${one.subStatus}, version = version + 1
      where ${chosen(one)}`,
    owner: (one) => sql`
      update ${sql.table(one.table)} set contact_id = ${ownerOf(one).contactId}
      where ${chosen(one, sql`partner_id = ${ownerOf(one).partnerId}`)}`,
    convert: (one) => sql`
      update leads set converted_deal_id = (select min(id) from deals where partner_id = leads.partner_id)
      where ${chosen({ ...one, table: 'leads', count: 1 })}`,
    request: (one) => sql`
      update ${sql.table(one.table)} set has_request = not has_request where ${chosen(one)}`,
    delete: (one) => sql`delete from leads where ${chosen({ ...one, table: 'leads' })}`,
    sum: () => sql`select fold_total_changes()`,
    split: () => sql`select`,
  };

  const undo = new Error('undo');
  const write = async (one: Step) => {
    const written = database.db.transaction().execute(async (tx) => {
      await steps[one.kind](one).execute(tx);
      if (one.isUndone) throw undo;
    });
    await written.catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  };

  const countDifferences = async () => countTotalDifferences(database.db);

  const scopes = () => [
    { everything: true } as const,
    { contactId: people[0]!.contactId },
    ...people.slice(1).map(({ partnerId }) => ({ partnerId })),
  ];

  /** Expects pages by number to be those of plain SQL, at one moment beside writers. */
  const expectPages = async (seed: number) => {
    for (const [index, scope] of scopes().entries())
      for (const descending of [true, false]) {
        const table = seed % 3 === 0 ? 'deals' : 'leads';
        const page = 2 + ((seed * 7 + index) % 40);
        const request = { scope, readerId: '', q: '', page, pageSize: 3, position: null };
        const sort = { by: 'createdAt', descending } as const;
        const { text, values } = pageStatement(
          table,
          { ...request, sort, contacts: new Map(), isTolerant: false },
          { smallOwner: null, isSmallUpload: false, isFrequent: false, uploadLookup: 'rows' },
        );
        await database.db.transaction().execute(async (tx) => {
          await sql`set transaction isolation level repeatable read`.execute(tx);
          const baseline = statement((bind) => {
            const direction = descending ? 'desc' : 'asc';
            return `select id from ${table} as r ${whereAll(scopeConditions('r', scope, bind))}
                order by created_at ${direction}, id ${direction} limit 4 offset ${(page - 1) * 3}`;
          });
          const ids = (await runStatement<{ id: string }>(tx, { text, values })).map(
            ({ id }) => id,
          );
          const expected = await runStatement<{ id: string }>(tx, baseline);
          expect(ids).toEqual(expected.map(({ id }) => id));
        });
      }
  };

  /** Expects the numbers of a contact and of each partner to be those of the records. */
  const expectCounts = async (weeks: readonly string[]) => {
    const { db } = database;
    for (const scope of scopes()) {
      const isOwn = sql.raw(
        'contactId' in scope
          ? `contact_id = '${scope.contactId}'`
          : 'partnerId' in scope
            ? `partner_id = '${scope.partnerId}'`
            : 'true',
      );
      // Both have precedence: a lead that has ended, and a request.
      const waits = (table: 'leads' | 'deals') =>
        sql.raw(
          table === 'leads'
            ? `(has_request or 'With Broker' in (status, sub_status) and not array[status, sub_status] && '{Closed,Converted,Cost}')`
            : `has_request`,
        );
      const owned = await sql`
        select 'leads' as table, contact_id as owner, null as status, null as sub_status, count(*)::integer as total
          from leads where ${isOwn} and ${waits('leads')} group by 2
        union all
        select 'deals', contact_id, null, null, count(*)::integer from deals where ${isOwn} and ${waits('deals')} group by 2`.execute(
        db,
      );
      const list = { scope, readerId: '', q: '' };
      const request = { ...list, waitingOn: ['partner' as const] };
      const waiting = await Promise.all(
        recordTables.map(async (table) => countByOwner(db, table, request, 'contacts')),
      );
      expect(sorted(waiting.flatMap(({ owners }) => owners))).toEqual(sorted(owned.rows));
      const leads = await sql`
        select width_bucket(created_at, ${weeks}::timestamptz[]) as week, count(*)::integer as total,
          (count(*) filter (where converted_deal_id is not null or 'Converted' in (status, sub_status)))::integer as converted
        from leads where ${isOwn} and created_at >= ${weeks[0]} group by 1`.execute(db);
      const ofWeeks = await countLeadsOfWeeks(db, { scope, weeks });
      expect(sorted(ofWeeks.filter(({ total }) => total > 0))).toEqual(sorted(leads.rows));
      for (const [at, createdSince] of weeks.entries()) {
        const week = { ...list, createdSince, createdBefore: weeks[at + 1] ?? '' };
        const { total = 0, converted = 0 } = ofWeeks.find((one) => one.week === at + 1) ?? {};
        expect(total).toBe(await countRecords(db, 'leads', week));
        const outcome = ['converted' as const];
        expect(converted).toBe(await countRecords(db, 'leads', { ...week, outcome }));
      }
    }
  };

  it('are at every moment what the records are, however they are written at once', async () => {
    // The embedded database has one connection, so that its writers would take turns.
    const [writers, runs] = kind === 'PostgreSQL' ? [4, 4] : [1, 1];
    const written = fc.array(step, { minLength: 4, maxLength: 8 });
    const work = fc.tuple(
      fc.array(written, { minLength: writers, maxLength: writers }),
      fc.array(moment, { minLength: 1, maxLength: 4 }),
    );
    const property = fc.asyncProperty(work, async ([parts, weeks]) => {
      await Promise.all(
        parts.map(async (part) => {
          for (const one of part) {
            await (one.kind === 'split' ? splitBlock(database.db, 2) : write(one));
            expect(await countDifferences()).toBe(0);
            await expectPages(one.seed);
          }
        }),
      );
      expect(await countDifferences()).toBe(0);
      await expectCounts(weeks.toSorted());
      await addTotalChanges(database.db);
      const { rows } = await sql<{ left: number }>`
        select (select count(*) from total_changes) + (select count(*) from status_totals where total <= 0)
          + (select count(*) from creation_blocks where total < 0) as left`.execute(database.db);
      expect(rows).toEqual([{ left: 0 }]);
      expect(await countDifferences()).toBe(0);
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
  });

  it('are read within the timeout of reads', async () => {
    const shown = { text: 'show statement_timeout', values: [] };
    expect(await queryRows(database.db, shown)).toEqual([{ statement_timeout: '5s' }]);
  });
});
