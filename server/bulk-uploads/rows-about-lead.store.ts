import { type RawBuilder, sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

import { secondaryIndexes, templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Db } from '#server/db/connect.ts';

/** A row of an upload. */
export interface RowOfUpload {
  readonly upload_id: string;
  readonly row_number: number;
}

/**
 * A person: a lead of a partner, with the phones and emails by which uploaded rows are searched.
 */
export interface LeadPerson {
  /** null when only phones and emails are known. */
  readonly leadId: string | null;
  /** null to search the uploads of every partner. */
  readonly partnerId: string | null;
  readonly contacts: readonly string[];
}

/** The column indexes of phones and emails. A row with too many cells can have them in any cell. */
const contactCells = [...secondaryIndexes].flat();

/**
 * Returns SQL that normalises a contact: an email to lower case, a phone to its digits. A row may
 * have been rejected because of how it writes them, with spaces or without a plus sign.
 */
function plain(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${text} ~ '[[:alpha:]@]' then lower(btrim(${text})) else regexp_replace(${text}, '[^0-9]', '', 'g') end`;
}

/**
 * Returns the rows whose stored cells or edits contain data of a person: the row of their own lead,
 * and other rows with their phones or emails. A phone of another country that is dialled the same
 * way nationally also matches: an emptied row can be uploaded again, whereas personal data that
 * stays behind cannot be removed later.
 */
export async function rowsAbout(db: Db, { leadId, partnerId, contacts }: LeadPerson) {
  const cells = sql.join(contactCells.map((index) => sql`cells ->> ${sql.lit(index)}`));
  const forms = contacts.flatMap((one) => (one.startsWith('+') ? phoneForms(one) : [one]));
  const isOfPartner = sql`partner_id = coalesce(${partnerId}::text, partner_id)`;
  const isContact = (text: string) => sql`${plain(sql.ref(text))} in (select * from contacts)`;
  const { rows } = await sql<RowOfUpload>`
    with contacts as (select ${plain(sql.ref('contact'))} from unnest(${forms}::text[]) as contact)
    select upload_id, row_number
    from bulk_upload_edits left join bulk_upload_rows using (upload_id, row_number, partner_id)
    where ${isOfPartner} and (lead_id = ${leadId}::text or ${isContact('text')})
    union
    select upload_id, row_number from bulk_upload_rows
    where ${isOfPartner} and outcome in ('rejected', 'unknown') and (cells ?| ${contacts}::text[]
      or exists (select from unnest(array[${cells}]) as cell where ${isContact('cell')})
      or jsonb_array_length(cells) > ${sql.lit(templateColumns.length)}
        and exists (select from jsonb_array_elements_text(cells) as cell where ${isContact('cell')}))`.execute(
    db,
  );
  return rows;
}

/** Deletes the stored cells and edits of rows; their outcomes stay. */
export async function emptyRows(tx: Db, rows: readonly RowOfUpload[]): Promise<void> {
  const named = sql`(upload_id, row_number) in (
    select upload_id, row_number from json_to_recordset(${JSON.stringify(rows)}::json) as named(upload_id text, row_number integer))`;
  await sql`delete from bulk_upload_edits where ${named}`.execute(tx);
  await sql`update bulk_upload_rows set cells = null where ${named}`.execute(tx);
}

/** The international dialling prefixes: of most countries, of Australia, of North America. */
const internationalPrefixes = ['00', '0011', '011'];

/**
 * Returns the digits by which a file may write a stored phone such as `61412345678`. It may be
 * dialled within its country or from abroad: `0412345678`, `412345678` (a spreadsheet drops the 0),
 * `610412345678` (the 0 in brackets), `0061412345678`.
 */
export function phoneForms(phone: string): string[] {
  const digits = keepDigits(phone);
  const abroad = [digits, ...internationalPrefixes.map((prefix) => prefix + digits)];
  const number = parsePhoneNumberFromString(phone);
  if (!number) return abroad;
  const { countryCallingCode: code, nationalNumber } = number;
  const national = keepDigits(number.formatNational());
  return [...new Set([...abroad, nationalNumber, national, code + national])];
}

const keepDigits = (text: string): string => text.replaceAll(/\D/g, '');
