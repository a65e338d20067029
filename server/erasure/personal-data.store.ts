import { type RawBuilder, sql } from 'kysely';

import { listKeys } from '#contract/typed-objects.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';

import { escapeRegex, recogniseAny, toSearchForms } from './likeness.rules.ts';
import { foundKeys, type FoundKind, personalTables } from './personal-tables.store.ts';

/** A client, as data about them is found. */
export interface FoundClient {
  /** null when only phones and emails are known. */
  readonly leadId: string | null;
  /** null to search the data of every partner. */
  readonly partnerId: string | null;
  /** Phones and emails, as they are stored. */
  readonly contacts: readonly string[];
  /** Full names, contacts, addresses and numbers, as they are stored. */
  readonly texts: readonly string[];
}

/** The names and texts of a person, by which they are found in any text. */
export interface NamedPerson extends Pick<FoundClient, 'texts'> {
  /** First and last name; empty if they are not known. */
  readonly names: readonly string[];
}

/** The keys of rows about a client besides their leads, by kind. */
export type FoundData = Readonly<Record<FoundKind, unknown[]>>;

const tables = Object.entries(personalTables);

/**
 * Returns the data about a client besides their leads: rows that belong to the lead, and rows with
 * one of their phones, emails or texts as a whole. {@link listMentions} lists other texts.
 */
export async function findData(
  db: Db,
  { leadId, partnerId, ...client }: FoundClient,
  kinds: readonly FoundKind[] = listKeys(foundKeys),
): Promise<FoundData> {
  const data: FoundData = { uploadRows: [], drafts: [], bulkNotes: [], choices: [] };
  const known = new Set<string>();
  for (const [table, { erased = '', found }] of tables) {
    if (!found || !kinds.includes(found.kind)) continue;
    const texts = client[found.by ?? 'contacts'];
    const isAbout = recogniseAny(texts);
    const isMentioned = erased.split(' ').map((column) => isNamedIn(column, { names: [], texts }));
    const { rows } = await sql<{ key: unknown; about: (string | null)[]; is_of_lead: boolean }>`
      select ${toKey(found.kind)} as key, ${sql.raw(found.about)} as about, is_of_lead
      from (select ${leadId}::text as lead) as person, ${sql.table(table)} as found,
        lateral (select coalesce(${sql.raw(found.isOfLead ?? 'false')}, false) as is_of_lead) as owned
      where partner_id = coalesce(${partnerId}::text, partner_id) and (is_of_lead or ${sql.join(isMentioned, sql` or `)})`.execute(
      db,
    );
    for (const { key, about, is_of_lead: isOfLead } of rows) {
      const id = JSON.stringify([found.kind, key]);
      if (known.has(id) || !(isOfLead || about.some((text) => isAbout(text ?? '')))) continue;
      known.add(id);
      data[found.kind].push(key);
    }
  }
  return data;
}

/** Erases the data found about a client besides their leads. */
export async function eraseData(tx: Db, data: Partial<FoundData>): Promise<void> {
  for (const [name, { found }] of tables) {
    const keys = found && data[found.kind];
    if (!keys || keys.length === 0) continue;
    const table = sql.table(name);
    const change = found.set
      ? sql`update ${table} set ${sql.raw(found.set)}`
      : sql`delete from ${table}`;
    await sql`${change} where ${isFound(found.kind, keys)}`.execute(tx);
  }
}

const toKey = (kind: FoundKind) => sql`jsonb_build_array(${sql.raw(foundKeys[kind])})`;

const isFound = (kind: FoundKind, keys: readonly unknown[]) =>
  sql`${toKey(kind)} in (select jsonb_array_elements(${JSON.stringify(keys)}::jsonb))`;

/** The ids by which a person is reported, and what was found of them. */
type ReportedPerson = Readonly<Record<'accounts' | 'contacts' | RecordListName, string[]>> & {
  readonly found: readonly FoundData[];
};

/** Returns the rows that are stored of a person, by table. */
export async function readPersonalRows(db: Db, person: ReportedPerson) {
  const stored: Record<string, readonly unknown[]> = {};
  for (const [table, { reported = 'false', omitted = '', found }] of tables) {
    const keys = found ? person.found.flatMap((data) => data[found.kind]) : [];
    const { rows } = await sql<{ row: unknown }>`
      with person as (select ${person.accounts}::text[] as accounts, ${person.contacts}::text[] as contacts,
        ${person.leads}::text[] as leads, ${person.deals}::text[] as deals)
      select to_jsonb(found) - ${omitted.split(' ')}::text[] as row
      from ${sql.table(table)} as found, person
      where ${sql.raw(reported)} or ${found ? isFound(found.kind, keys) : sql`false`}
      order by to_jsonb(found) -> 'id'`.execute(db);
    if (rows.length > 0) stored[table] = rows.map(({ row }) => row);
  }
  return stored;
}

/** Deletes the rows that are an account’s alone. */
export async function deleteOwnRows(tx: Db, accountId: string): Promise<void> {
  for (const [table, { own }] of tables)
    if (own !== undefined)
      await sql`delete from ${sql.table(table)} using (select array[${accountId}::text] as accounts) as person
        where ${sql.raw(own)}`.execute(tx);
}

/** How many ids of rows are listed for a column. */
const maxListed = 10;

/**
 * Returns one line for each column of the database that still has a text about a person, with the
 * ids of such rows. A name in free text, such as a deal's or a view's, may be somebody else's: a
 * person has to decide.
 */
export async function listMentions(db: Db, person: NamedPerson): Promise<string[]> {
  const lines: string[] = [];
  for (const [table, { erased = '', texts = '', codes = '' }] of tables) {
    for (const column of `${erased} ${texts} ${codes}`.split(' ').filter(Boolean)) {
      const { rows } = await sql<{ id: string | null; total: string }>`
        select coalesce(row ->> 'id', nullif(concat_ws(' row ', row ->> 'upload_id', row ->> 'row_number'), '')) as id,
          count(*) over () as total
        from ${sql.table(table)} as found, lateral (select to_jsonb(found) as row) as one where ${isNamedIn(column, person)} limit ${maxListed}`.execute(
        db,
      );
      const ids = rows.flatMap(({ id }) => id ?? []);
      const named = ids.length > 0 ? `: ${ids.join(', ')}` : '';
      if (rows[0]) lines.push(`  ${table}.${column} (${rows[0].total})${named}`);
    }
  }
  return lines;
}

/**
 * Returns SQL for whether a column has one of these texts, also as a part of another one, or all
 * names. JSON has escapes, and addresses of pages have spaces as %20.
 */
function isNamedIn(column: string, { names, texts }: NamedPerson): RawBuilder<boolean> {
  const { alphanumeric, written } = toSearchForms(texts);
  const words = names.length > 1 ? names.map((name) => name.normalize('NFKD').toLowerCase()) : [];
  if ([...alphanumeric, ...written, ...words].length === 0) return sql<boolean>`false`;
  const ref = sql.ref(`found.${column}`);
  const escapes = sql`case when pg_typeof(${ref})::text like 'json%' then '%20|\\\\[bfnrt]' else '%20' end`;
  return sql<boolean>`exists (
    select from (select lower(normalize(regexp_replace(${ref}::text, ${escapes}, ' ', 'g'), NFKD)) as text offset 0) as one
    where regexp_replace(text, '[^a-z0-9]', '', 'g') ~ ${toPattern(alphanumeric)}::text
      or text ~ ${toPattern(written)}::text
      or ${words.length > 0} and text is not null and not exists (
        select from unnest(${words}::text[]) as word where position(word in text) = 0))`;
}

/** Returns a pattern for any of these texts; null, which matches nothing, if there is none. */
const toPattern = (texts: readonly string[]) => texts.map(escapeRegex).join('|') || null;
