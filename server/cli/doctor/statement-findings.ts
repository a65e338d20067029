import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

import type { Findings } from './findings.ts';

const deploy = path.join(import.meta.dirname, '../../../deploy');

/**
 * Examines whether the operator has run the statements of `deploy/` that prepare a migration and
 * clean up after it: what they create, drop and validate is read from the files themselves.
 * All are hints: a small database needs none of them.
 */
export async function* examineStatements(
  db: Db,
  pending: readonly string[],
  folder = deploy,
): Findings {
  for (const name of (await readdir(folder)).toSorted()) {
    const [, when, migration = ''] = /^(before|after)-(\d{4})\.sql$/.exec(name) ?? [];
    const isPending = pending.some((each) => each.startsWith(`${migration}-`));
    if (when === undefined || isPending !== (when === 'before')) continue;
    const text = await readFile(path.join(folder, name), 'utf8');
    if (when === 'before' && (await lacksIndex(db, text)))
      yield `warning: deploy/${name} was not run: the next start does its work, in which nobody can write; with many rows it takes long. Run it first, as “Updates” in docs/operations/update.md says.`;
    if (when === 'after' && (await hasRemains(db, text)))
      yield `warning: deploy/${name} was not run. Run it once every process is of this version, as “Updates” in docs/operations/update.md says.`;
  }
  yield* examineIndexes(db);
}

/** Returns whether an index that the statements create is missing on a table that has rows. */
async function lacksIndex(db: Db, text: string): Promise<boolean> {
  const created = text.matchAll(
    /^create (?:unique )?index concurrently \S+ \S+ \S+ (\w+) on (\w+)/gm,
  );
  const [names, tables] = [[] as string[], [] as string[]];
  for (const [, name = '', table = ''] of created) {
    names.push(name);
    tables.push(table);
  }
  const { rows } = await sql`
    select from unnest(${names}::text[], ${tables}::text[]) as created (name, own)
    where to_regclass(name) is null and pg_relation_size(to_regclass(own)) > 0 limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns whether something that the statements drop or validate is as it was. */
async function hasRemains(db: Db, text: string): Promise<boolean> {
  const find = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = '']) => name);
  const dropped = find(/^drop index concurrently if exists (\w+);$/gm);
  const validated = find(/^alter table \w+ validate constraint (\w+);$/gm);
  const { rows } = await sql`
    select from unnest(${dropped}::text[]) as name where to_regclass(name) is not null
    union all select from pg_constraint where conname = any(${validated}) and not convalidated
      and connamespace = current_schema()::regnamespace
    limit 1`.execute(db);
  return rows.length > 0;
}

async function* examineIndexes(db: Db): Findings {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index join pg_class on oid = indexrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace order by name`.execute(
    db,
  );
  for (const { name } of rows)
    yield `warning: The index ${name} is not valid: its creation failed, or goes on. If it failed, drop it, and create it again.`;
}
