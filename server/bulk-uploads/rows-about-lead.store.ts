import { type RawBuilder, sql } from 'kysely';

import { templateColumns } from '#contract/lead-template.ts';
import type { Db } from '#server/db/connect.ts';

import { phoneForms } from './phone-forms.ts';

/** A row of an upload. */
export interface RowOfUpload {
  readonly upload_id: string;
  readonly row_number: number;
}

/** A person: a lead of a partner, and the phones and emails by which they are found in what was uploaded. */
export interface Person {
  /** null: only their phones and emails are known. */
  readonly leadId: string | null;
  /** null: every partner's uploads. */
  readonly partnerId: string | null;
  readonly contacts: readonly string[];
}

/** In a row with too many cells they can stand anywhere. */
const contactCells = ['phone', 'secondaryPhone', 'email', 'secondaryEmail'].map((name) =>
  templateColumns.findIndex((column) => column.name === name),
);

/** A phone as its digits, an email in small letters: a rejected row is rejected for how it writes them, with spaces or without a plus. */
function plain(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${text} ~ '[[:alpha:]@]' then lower(btrim(${text})) else regexp_replace(${text}, '[^0-9]', '', 'g') end`;
}

/**
 * The rows of uploads whose kept cells or edits tell of a person: their lead's own, and others with their phones or emails. A phone of another country that is dialled alike at home counts too: what is kept of its row can be uploaded again, a person's trace
 * cannot be taken back.
 */
export async function rowsAbout(
  db: Db,
  { leadId, partnerId, contacts }: Person,
): Promise<RowOfUpload[]> {
  const cells = sql.join(contactCells.map((place) => sql`cells ->> ${sql.lit(place)}`));
  const forms = contacts.flatMap((one) => (one.startsWith('+') ? phoneForms(one) : [one]));
  const isContact = (text: string) => sql`${plain(sql.ref(text))} in (select * from contacts)`;
  const { rows } = await sql<RowOfUpload>`
    with uploads as (select id from bulk_uploads where partner_id = coalesce(${partnerId}::text, partner_id)),
      contacts as (select ${plain(sql.ref('contact'))} from unnest(${forms}::text[]) as contact)
    select upload_id, row_number
    from bulk_upload_edits left join bulk_upload_rows using (upload_id, row_number)
    where upload_id in (select id from uploads) and (lead_id = ${leadId}::text or ${isContact('text')})
    union
    select upload_id, row_number from bulk_upload_rows
    where upload_id in (select id from uploads) and outcome in ('rejected', 'unknown') and (cells ?| ${contacts}::text[]
      or exists (select from unnest(array[${cells}]) as cell where ${isContact('cell')})
      or jsonb_array_length(cells) > ${sql.lit(templateColumns.length)}
        and exists (select from jsonb_array_elements_text(cells) as cell where ${isContact('cell')}))`.execute(
    db,
  );
  return rows;
}

/** Removes the kept cells and edits of rows; what became of them stays. */
export async function emptyRows(tx: Db, rows: readonly RowOfUpload[]): Promise<void> {
  const named = sql`(upload_id, row_number) in (
    select upload_id, row_number from json_to_recordset(${JSON.stringify(rows)}::json) as named(upload_id text, row_number integer))`;
  await sql`delete from bulk_upload_edits where ${named}`.execute(tx);
  await sql`update bulk_upload_rows set cells = null where ${named}`.execute(tx);
}
