import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

import { phoneForms } from './rows-about-lead.store.ts';

/** A person whose data headers, texts of choices and names of sheets can contain. */
export interface NamedPerson {
  /** null to search the choices of every partner. */
  readonly partnerId: string | null;
  /** Names, contacts, addresses and numbers, as they are stored. */
  readonly texts: readonly string[];
}

/** A remembered choice, as the database identifies it. */
export interface ChoiceKey {
  readonly partner_id: string;
  readonly kind: 'column' | 'answer';
  readonly key: string;
}

/** Fewer letters and digits can be a part of any word. */
const minPlainLength = 6;

/**
 * Returns the remembered choices that contain data of a person: a file without a header has its
 * first row remembered as one. A text of other letters counts as it is written. A choice that is
 * found by chance is asked again in the next file, whereas personal data that stays behind cannot
 * be removed later.
 */
export async function choicesAbout(db: Db, { partnerId, texts }: NamedPerson) {
  const { plain, written } = comparableForms(texts);
  const { rows } = await sql<ChoiceKey>`
    select partner_id, kind, key
    from (
      select partner_id, kind, key, lower(key) || ' ' || lower(coalesce(value, '')) as text
      from remembered_choices where partner_id = coalesce(${partnerId}::text, partner_id)
    ) as choices
    where exists (
      select from unnest(${plain}::text[]) as one
      where position(one in regexp_replace(normalize(text, NFKD), '[^a-z0-9]', '', 'g')) > 0)
    or exists (select from unnest(${written}::text[]) as one where position(one in text) > 0)`.execute(
    db,
  );
  return rows;
}

/**
 * Returns the forms by which texts are found in others: their plain letters and digits, and those
 * of other letters as they are written.
 */
export function comparableForms(texts: readonly string[]) {
  const forms = texts.flatMap((text) => (text.startsWith('+') ? phoneForms(text) : [text]));
  const plain = [...new Set(forms.map(plainText))].filter((one) => one.length >= minPlainLength);
  const written = forms
    .map((text) => text.normalize('NFC').trim().toLowerCase())
    .filter((text) => text.length > 1 && plainText(text) === '');
  return { plain, written };
}

/** Deletes remembered choices. */
export async function deleteChoices(tx: Db, choices: readonly ChoiceKey[]): Promise<void> {
  await sql`delete from remembered_choices where (partner_id, kind, key) in (
    select partner_id, kind, key from json_to_recordset(${JSON.stringify(choices)}::json) as found(partner_id text, kind text, key text))`.execute(
    tx,
  );
}

/** Returns only the letters and digits, as keys of headers have them. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}
