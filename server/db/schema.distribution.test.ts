import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/database/databases.ts';

import type { Database } from './connect.ts';

/** Where the rows of a table are on a distributed PostgreSQL. */
type Place = 'by partner' | 'reference' | 'local';

/** A line of the table in docs/scale.md. */
interface Line {
  readonly place: Place;
  /** The column that says which partner a row belongs to; an em dash if there is none. */
  readonly partner: string;
  /** The obstacles, in words. */
  readonly missing: string;
}

const none = '—';
const document = readFileSync('docs/scale.md', 'utf8');
const lines = new Map(
  [
    ...document.matchAll(
      /^\| `(\w+)` +\| (by partner|reference|local) +\| (.+?) +\| (.+?) +\| .+ \|$/gm,
    ),
  ].map(([, table = '', place, partner = '', missing = '']): [string, Line] => [
    table,
    { place: place as Place, partner: partner.replaceAll('`', ''), missing },
  ]),
);

/** A key that is unique, or one that refers to another table, and its columns. */
interface Key {
  readonly table: string;
  readonly kind: 'primary key' | 'unique key' | 'reference';
  readonly columns: readonly string[];
  readonly to: string | null;
}

let database: Database;
let columns: { table: string; name: string; may_be_null: boolean }[];
let keys: Key[];
beforeAll(async () => {
  database = await openTestDatabase('PostgreSQL');
  const read = async <Row extends object>(text: string) =>
    (await database.pool.query<Row>(text)).rows;
  columns = await read(`
    select table_name::text as table, column_name::text as name, is_nullable = 'YES' as may_be_null
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^(kysely|schema)_'`);
  // A unique index counts whether a constraint has made it or not.
  keys = await read(`
    select indrelid::regclass::text as table, null as to,
      case when indisprimary then 'primary key' else 'unique key' end as kind,
      array(select attname::text from unnest(indkey::int2[]) as number
        join pg_attribute on attrelid = indrelid and attnum = number) as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and relnamespace = 'public'::regnamespace and relname !~ '^(kysely|schema)_'
    union all
    select conrelid::regclass::text, confrelid::regclass::text, 'reference',
      array(select attname::text from unnest(conkey) as number
        join pg_attribute on attrelid = conrelid and attnum = number)
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by 3, 1, 2`);
});
afterAll(async () => database.close());

/** Returns the obstacles to a table’s place: those of the column, then those of each key. */
function findObstacles(table: string, { place, partner }: Line): string[] {
  const column = columns.find((each) => each.table === table && each.name === partner);
  const found = keys
    .filter((key) => key.table === table)
    .flatMap(({ kind, to, columns: own }) => {
      const target = to === null ? undefined : lines.get(to)?.place;
      const isAllowed =
        place === 'by partner'
          ? target === 'reference' || (target !== 'local' && own.includes(partner))
          : target !== 'by partner' && (place === 'local' || target !== 'local');
      return isAllowed ? [] : [to === null ? kind : `${kind} to ${to}`];
    });
  if (place !== 'by partner') return found;
  if (!column) return ['no partner', ...found];
  return column.may_be_null ? ['partner may be null', ...found] : found;
}

test('every table has a place, and no other has', () => {
  const tables = new Set(columns.map(({ table }) => table));
  expect([...lines.keys()].toSorted()).toEqual([...tables].toSorted());
});

test('docs/scale.md says of each table exactly what stands in the way of its place', () => {
  const said = Object.fromEntries([...lines].map(([table, { missing }]) => [table, missing]));
  const found = [...lines].map(([table, line]) => {
    const obstacles = [...new Set(findObstacles(table, line))];
    return [table, obstacles.join(', ') || none];
  });
  expect(said).toEqual(Object.fromEntries(found));
});
