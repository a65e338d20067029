import { sql } from 'kysely';

import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { bulkUploadEndpoints } from '#contract/bulk-upload/endpoints.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { draftEndpoints, draftLimits } from '#contract/portal/new-lead/new-lead.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { type LeadCreateFields, leadFieldNames, leadFields } from '#contract/v1/leads.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import type { EndpointCall } from './endpoint-calls.ts';

const [leads, deals] = [1_000, 100];
const uploadedRows = 1_000;
/** The size of each long rejected row: 160 MB in all. */
const [cellsInRow, cellLength] = [50, 3_200];

/**
 * Fills the records of the caller of these calls, so that the responses are as large as they can
 * be: leads with the longest values, deals, rejected rows of an upload, and drafts.
 */
export async function fillWithLargest(
  { database: { db } }: TestApp,
  calls: readonly EndpointCall[],
  send: (call: EndpointCall, body: object) => Promise<number>,
): Promise<void> {
  const makeCall = (endpoint: object) => calls.find((call) => call.endpoint === endpoint)!;
  const insist = async (endpoint: object, body: object) => {
    const status = await send(makeCall(endpoint), body);
    if (status !== 200) throw new Error(`${makeCall(endpoint).name}: ${status}`);
  };
  const { body } = makeCall(operator.createDeal) as { body: { fields: object } };
  const { partner_id, contact_id, created_by } = await db
    .selectFrom('leads')
    .select(['partner_id', 'contact_id', 'created_by'])
    .where('id', '=', makeCall(v1.readLead).path.replace(/.*\//, ''))
    .executeTakeFirstOrThrow();
  const owner = {
    partner_id,
    contact_id,
    created_by: created_by ?? '',
    created_via: 'api',
  } as const;
  for (let at = 0; at < leads; at += 100)
    await insertLeads(
      db,
      owner,
      Array.from({ length: 100 }, () => longestLead),
    );
  for (let at = 0; at < deals; at += 1)
    await insist(operator.createDeal, { fields: { ...body.fields, name: 'Wattle '.repeat(14) } });
  await db
    .updateTable('bulk_uploads')
    .set({ read: 2 * uploadedRows, size: 1_000_000_000, state: 'submitting' })
    .execute();
  for (let row = 2; row < 2 + uploadedRows; row += 200)
    await insist(bulkUploadEndpoints.submitRows, {
      rows: Array.from({ length: 200 }, (_, at) => [
        row + at,
        ...Array.from({ length: 50 }, () => '?'.repeat(row === 2 ? 300 : 10)),
      ]),
      leftOut: [],
    });
  // As many again, with longer cells than one batch of them has room for, and with numbers that no
  // measured batch has.
  await sql`
    insert into bulk_upload_rows (upload_id, partner_id, row_number, outcome, cells, errors)
    select upload_id, partner_id, row_number + ${uploadedRows}::integer, outcome, long.cells, errors
    from bulk_upload_rows, (
      select jsonb_agg(repeat('?', ${cellLength}::integer)) as cells
      from generate_series(1, ${cellsInRow}::integer)) as long
    where outcome = 'rejected'`.execute(db);
  for (let at = 1; at < draftLimits.drafts; at += 1)
    await insist(draftEndpoints.createDraft, {
      id: at.toString(16).padStart(32, '0'),
      content: { texts: draftTexts, businessCountry: null, sent: null, rejections: 0 },
    });
  await insist(bulkUploadEndpoints.editBulkUpload, {
    edits: Array.from({ length: uploadLimits.editsInRequest }, (_, at) => ({
      row: at + 2,
      column: 'notes',
      text: 'W'.repeat(3_000),
    })),
  });
}

const draftTexts = Object.fromEntries(
  ['firstName', 'lastName', 'companyName'].map((name) => [
    name,
    'W'.repeat(draftLimits.textLength),
  ]),
);
const texts = { addressLine1: 'W'.repeat(200), city: 'W'.repeat(200), state: 'W'.repeat(200) };
const longestLead: LeadCreateFields = {
  ...smallestLead,
  ...Object.fromEntries(
    leadFieldNames
      .filter((name) => name !== 'brokerId' && name !== 'brokerRepId')
      .map((name): [string, unknown] => {
        const field = leadFields[name];
        if (field.kind === 'address') return [name, texts];
        if (field.kind === 'email') return [name, `${'w'.repeat(240)}@example.test`];
        if (field.kind === 'phone') return [name, '+61412345678'];
        if (field.kind === 'number') return [name, 999_999_999_999];
        if (field.kind === 'date') return [name, '1984-03-14'];
        if (field.kind === 'choices') return [name, field.values];
        return [name, field.values?.at(-1) ?? 'W'.repeat(Number(field.json['maxLength']))];
      }),
  ),
};
