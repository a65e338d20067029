import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, 'migrations');

/** The tables that grow with the records: nothing may hold up those who write them for long. */
const large = [
  'leads deals attachments changes feed requests questions idempotency_keys sent_leads upstream_changes',
  'bulk_upload_rows bulk_change_leads audit_entries creation_blocks status_totals total_changes',
].flatMap((names) => names.split(' '));
const onLarge = new RegExp(
  `\\b(?:on|table|update|from|lock)\\s+(?:only\\s+)?(?:${large.join('|')})\\b`,
);

/** What would hold a lock of a large table for as long as its rows are read or written. */
const slow: readonly (readonly [RegExp, string])[] = [
  [
    /^create (unique )?index (?!if not exists)/,
    'an index is built: see “Updates” in docs/operations/update.md',
  ],
  [/alter column \w+ (set data )?type/, 'a column is written again'],
  [/set not null/, 'every row is read'],
  [
    /add (constraint \w+ )?(check|foreign key|unique|primary key)(?! using index)(?!.*not valid)/,
    'every row is read',
  ],
  [/add column \w+ [^,]*\b(references|unique|primary key|generated|check)\b/, 'every row is read'],
  [/add column [^,]*default (?!now\(\))[^,]*\(/, 'every row is written'],
  [/validate constraint/, 'every row is read in the transaction of the other migrations'],
  [/^(update|delete from|truncate|cluster|vacuum|lock) /, 'rows are locked until all is done'],
];

/** Statements that would break the version before, which may still be running. */
const breaking: readonly (readonly [RegExp, string])[] = [
  [/^drop (table|function|view)|drop column|rename/, 'the version before may use it'],
  [/drop default|set not null/, 'the version before may leave it out'],
  [
    /add column \w+ [^,]*not null(?![^,]*default)(?<!default[^,]*)/,
    'the version before leaves it out',
  ],
];
const mark = /^-- Unused by the version before:/m;

/**
 * Returns the statements of a migration, without comments and the bodies of functions; those of a
 * block that is done at once (`do`) are.
 */
function statementsIn(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\bdo\s+\$\$(?:.*?\bbegin\b)?(.*?)\$\$/gis, '$1')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .map((statement) => statement.replace(/^if .*? then /, ''))
    .filter((statement) => statement !== '');
}

/** Returns the statements that a migration must not run while people work, each with the reason. */
function findBreaches(text: string, operations: string): string[] {
  const created = statementsIn(text).flatMap((each) => /^create table (\w+)/.exec(each)?.[1] ?? []);
  const views = statementsIn(text).flatMap((each) => /^create view (\w+)/.exec(each)?.[1] ?? []);
  return statementsIn(text).flatMap((statement) => {
    const isNew = created.some((table) => new RegExp(`\\b${table}\\b`).test(statement));
    const isLarge = onLarge.test(statement) && !isNew;
    const index = isLarge && /^create (?:unique )?index if not exists (\w+)/.exec(statement)?.[1];
    const dropped = /^drop table (.+)/.exec(statement)?.[1]?.split(', ') ?? [];
    const isView = dropped.length > 0 && dropped.every((table) => views.includes(table));
    const isAllowed = isNew || isView || mark.test(text);
    const rules = [...(isLarge ? slow : []), ...(isAllowed ? [] : breaking)];
    return [
      ...rules.filter(([pattern]) => pattern.test(statement)).map(([, why]) => why),
      ...(index && !operations.includes(`concurrently if not exists ${index} `)
        ? [`docs/operations/update.md does not say to create ${index} before the update`]
        : []),
    ].map((why) => `${why}: ${statement}`);
  });
}

test('no migration holds up those who write records, or breaks the version before', async () => {
  const operations = await readFile('docs/operations/update.md', 'utf8');
  const before = (await readdir('deploy')).filter((name) => /^before-\d{4}\.sql$/.test(name));
  const written = await Promise.all(before.map((name) => readFile(`deploy/${name}`, 'utf8')));
  // A file with many statements is named, and they are in it.
  const prepared = [operations, ...written].join('\n');
  expect(before.filter((name) => !operations.includes(name))).toEqual([]);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const breaches = names.map(async (name) =>
    findBreaches(await readFile(path.join(folder, name), 'utf8'), prepared).map(
      (breach) => `${name}: ${breach}`,
    ),
  );
  expect((await Promise.all(breaches)).flat()).toEqual([]);
});

test.each([
  'create index leads_by_colour on leads (colour)',
  'create index if not exists leads_by_colour on leads (colour)',
  'alter table leads alter column name type varchar(20)',
  'alter table deals alter column amount set not null',
  'alter table changes add constraint some check (at is not null)',
  'alter table leads add foreign key (colour) references colours (id)',
  'alter table leads add column colour text references colours (id)',
  'alter table leads add column token uuid not null default gen_random_uuid()',
  'alter table leads add column upper_name text generated always as (upper(name)) stored',
  'alter table leads validate constraint some',
  "update leads set colour = 'red'",
  'delete from feed where position < 7',
  "do $$ declare a int; begin update leads set colour = 'red'; end $$",
  "do $$ begin if exists (select from partners) then update leads set colour = 'red'; end if; end $$",
  'drop table partners',
  'drop table colours, partners; create view colours as select',
  'alter table accounts rename column email to address',
  'alter table accounts drop column email',
  'alter table accounts add column colour text not null',
])('“%s” is found', (statement) => {
  expect(findBreaches(statement, '')).not.toEqual([]);
});

test.each([
  'alter table leads add column colour text',
  "alter table leads add column colour text not null default 'red', add column at timestamptz default now()",
  'alter table leads add constraint some check (at is not null) not valid',
  'create table colours (id text primary key, name text not null); create index colours_by_name on colours (name)',
  'create function grow() returns trigger language plpgsql as $$ begin update leads set a = 1; return null; end $$',
  'alter table accounts add check (email is not null)',
  'drop table colours, shades; create view colours as select; create view shades as select',
  'alter table leads add constraint leads_pkey primary key using index leads_key',
  '-- Unused by the version before: nothing reads it since 0118.\nalter table accounts drop column email',
])('“%s” is no breach', (statement) => {
  expect(findBreaches(statement, '')).toEqual([]);
});

test('an index of a large table is in docs/operations/update.md, to be created before the update', () => {
  const statement = 'create index if not exists leads_by_colour on leads (colour)';
  const listed = 'create index concurrently if not exists leads_by_colour on leads (colour)';
  expect(findBreaches(statement, listed)).toEqual([]);
});
