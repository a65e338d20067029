import type { Bind } from '#server/db/statement.ts';
import type { Scope } from '#server/records/records.policy.ts';
import type { RecordTable } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';

/**
 * How the records of a bulk upload are looked up: from its rows; for a small upload, each by its
 * id; for an upload that many deals came from, the lead of each deal that is read, or of every one.
 */
export type UploadLookup = 'rows' | 'each lead' | 'each deal' | 'every deal';

/** The filters, and the scope of the reader. */
export interface FilteredByLead {
  readonly table: RecordTable;
  readonly scope: Scope;
  readonly uploadLookup?: UploadLookup | undefined;
}

type Write<F extends FilteredByLead> = (value: string, filtered: F, bind: Bind) => string;

/** Returns a function that writes the condition of a filter as the table of the list needs it. */
export const byTable =
  <F extends FilteredByLead>(writers: Readonly<Record<RecordTable, Write<F>>>): Write<F> =>
  (value, filtered, bind) =>
    writers[filtered.table](value, filtered, bind);

/**
 * Returns the condition under which a deal `r` came from a lead with files, or from none. Like a
 * search, it looks only at leads that the reader may see.
 */
export function leadHasAttachments(value: string, { scope }: FilteredByLead, bind: Bind): string {
  const conditions = [
    'l.converted_deal_id = r.id and l.partner_id = r.partner_id',
    ...scopeConditions('l', scope, bind),
    'l.has_attachments',
  ];
  const found = `exists (select from leads as l where ${conditions.join(' and ')})`;
  return value === 'no' ? `not ${found}` : found;
}

/**
 * Returns the condition under which a bulk upload submitted the lead that a deal `r` came from. The
 * upload’s rows are read once: the planner would rather read them again for each deal of a reader
 * with few. For an upload that many deals came from, the lead of each deal is looked up instead, as
 * far as the page and its count go; `offset 0` keeps the planner from reading all of them.
 */
export function leadIsOfUpload(
  uploadId: string,
  { scope, uploadLookup = 'rows' }: FilteredByLead,
  bind: Bind,
): string {
  const conditions = [
    `u.upload_id = ${bind(uploadId)}`,
    'l.converted_deal_id is not null',
    ...scopeConditions('l', scope, bind),
  ].join(' and ');
  const leads = `bulk_upload_rows as u join leads as l on l.id = u.lead_id and l.partner_id = u.partner_id`;
  return uploadLookup === 'each deal' || uploadLookup === 'every deal'
    ? `exists (select from ${leads} where l.converted_deal_id = r.id and l.partner_id = r.partner_id and ${conditions} ${uploadLookup === 'every deal' ? '' : 'offset 0'})`
    : `r.id in (
        with converted as materialized (select l.converted_deal_id as id from ${leads} where ${conditions})
        select id from converted)`;
}
