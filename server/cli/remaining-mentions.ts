import { sql } from 'kysely';

import { comparableForms } from '#server/bulk-uploads/choices-about-lead.store.ts';
import type { Db } from '#server/db/connect.ts';

/** The names and texts that find a person in any text. */
export interface MentionedPerson {
  /** First and last name; empty if they are not known. */
  readonly names: readonly string[];
  /** Full names, contacts, addresses and numbers, as they are stored. */
  readonly texts: readonly string[];
}

/** How many ids of rows are listed for a column. */
const maxListedIds = 10;

/**
 * Returns one line for each column of the database that still has a text about a person, with the
 * ids of such rows. A name in free text, such as a deal's or a view's, may be somebody else's: a
 * person has to decide. The columns are those that the database has, so that no table is forgotten.
 */
export async function listMentions(db: Db, { names, texts }: MentionedPerson) {
  const forms = comparableForms(texts);
  const words = names.length > 1 ? names.map((name) => name.normalize('NFKD').toLowerCase()) : [];
  if ([...forms.plain, ...forms.written, ...words].length === 0) return [];
  return db.transaction().execute(async (tx) => {
    // Every text of the database is read once.
    await sql`set local statement_timeout = 0`.execute(tx);
    const lines: string[] = [];
    for (const { table, column } of await textColumns(tx)) {
      const { rows } = await sql<{ id: string | null; total: string }>`
        select to_jsonb(found) ->> 'id' as id, count(*) over () as total
        from (select *, lower(normalize(replace(${sql.ref(column)}::text, '%20', ' '), NFKD)) as searched_text from ${sql.table(table)}) as found
        where searched_text is not null and (exists (select from unnest(${forms.plain}::text[]) as one
            where position(one in regexp_replace(searched_text, '[^a-z0-9]', '', 'g')) > 0)
          or exists (select from unnest(${forms.written}::text[]) as one where position(normalize(one, NFKD) in searched_text) > 0)
          or cardinality(${words}::text[]) > 0 and not exists (
            select from unnest(${words}::text[]) as word where position(word in searched_text) = 0))
        limit ${maxListedIds}`.execute(tx);
      const ids = rows.flatMap(({ id }) => id ?? []);
      const named = ids.length > 0 ? `: ${ids.join(', ')}` : '';
      if (rows[0]) lines.push(`  ${table}.${column} (${rows[0].total})${named}`);
    }
    return lines;
  });
}

/** Returns the columns of all tables that can contain text. */
async function textColumns(db: Db) {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and udt_name in ('text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb', '_text', '_varchar', '_jsonb', 'tsvector')
    order by table_name, ordinal_position`.execute(db);
  return rows;
}
