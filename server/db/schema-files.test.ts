import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

import { beforeAll, expect, test } from 'vitest';

import { functionFiles, readSchemaFile, schemaFilesTable, tableFiles } from './schema-files.ts';

/** What an SQL file creates that can be replaced. */
const replaceable = /^create( or replace)? (function|procedure|view|trigger) (\w+)/;

/** Returns the statements of a file that create these, with comments removed. */
const findCreated = (text: string) =>
  text
    .replaceAll(/^ *--.*$/gm, '')
    .split(/^(?=create\b)/m)
    .filter((statement) => replaceable.test(statement));

/** Returns the names that several statements create; a trigger’s name has that of its table. */
function findDoubled(files: ReadonlyMap<string, string>): string[] {
  const found = [...files].flatMap(([file, text]) =>
    findCreated(text).map((statement) => {
      const [, , kind, name] = replaceable.exec(statement) ?? [];
      const table = kind === 'trigger' ? ` on ${/\son (\w+)/.exec(statement)?.[1]}` : '';
      return { file, name: `${kind} ${name}${table}` };
    }),
  );
  const byName = Map.groupBy(found, ({ name }) => name);
  return [...byName].flatMap(([name, places]) =>
    places.length > 1 ? [`${name}: ${places.map(({ file }) => file).join(', ')}`] : [],
  );
}

/** Returns the statements of a file of functions that could not be applied a second time. */
const findUnrepeatable = (text: string) =>
  text
    .replaceAll(/^ *--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement && !statement.startsWith('create or replace '));

let tables: ReadonlyMap<string, string>;
let functions: ReadonlyMap<string, string>;
let migrations: ReadonlyMap<string, string>;
const readAll = async (names: readonly string[], read: (name: string) => Promise<string>) =>
  new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
beforeAll(async () => {
  tables = await readAll([...tableFiles, schemaFilesTable], readSchemaFile);
  functions = await readAll(functionFiles, readSchemaFile);
  const folder = 'server/db/migrations';
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  migrations = await readAll(names, async (name) => readFile(`${folder}/${name}`, 'utf8'));
});

test('every SQL file of the service is listed', async () => {
  const files = (await readdir('server', { recursive: true })).filter((name) =>
    name.endsWith('.sql'),
  );
  const listed = [...tables.keys(), ...functions.keys()];
  expect(files.filter((name) => !name.startsWith('db/migrations/')).toSorted()).toEqual(
    listed.toSorted(),
  );
});

test('a function, trigger or view is created in one file', () => {
  expect(findDoubled(new Map([...tables, ...functions]))).toEqual([]);
  // A migration may change what tables depend on, but nothing that is in a file of functions.
  for (const [name, text] of migrations)
    expect(findDoubled(new Map([...functions, [name, text]]))).toEqual([]);
});

test('a file of functions can be applied again', () => {
  expect([...functions.values()].flatMap(findUnrepeatable)).toEqual([]);
});

test('a second place, and what can be applied only once, are found', () => {
  const one = 'create or replace function grow() returns trigger language plpgsql as $$ a; $$;';
  const other = '-- Grows.\ncreate function grow() returns trigger language plpgsql as $$ b; $$;';
  const trigger = (table: string) =>
    `create or replace trigger grown after insert on ${table} for each row execute function grow();`;
  expect(findDoubled(new Map(Object.entries({ one, other })))).toEqual([
    'function grow: one, other',
  ]);
  expect(findDoubled(new Map([['one', `${trigger('leads')}\n${trigger('leads')}`]]))).toEqual([
    'trigger grown on leads: one, one',
  ]);
  expect(findDoubled(new Map([['one', `${trigger('leads')}\n${trigger('deals')}`]]))).toEqual([]);
  expect(findUnrepeatable(`${one}\n${trigger('leads')}`)).toEqual([]);
  expect(findUnrepeatable(`${one}\n${other}\ndrop view colours;`)).toHaveLength(2);
});

test('the tables of a new database are those of every other one: a migration changes them', () => {
  const statements = [...tables.values()]
    .join('\n')
    .replaceAll(/^ *--.*$/gm, '')
    .replaceAll(/\s+/g, ' ');
  const hash = createHash('sha256').update(statements).digest('hex');
  // Comments may change. What else does is in new databases alone.
  expect(hash.slice(0, 16)).toBe('0ee2d695f425c787');
});
