import {
  type BulkUpload,
  type RowResult,
  uploadLimits,
} from '#contract/bulk-upload/bulk-uploads.ts';
import type { LeadLinks } from '#contract/v1/lead-records.ts';

import type { ClientRow, RowOfResults } from './bulk-upload-rows.store.ts';
import { countTotals } from './bulk-uploads.rules.ts';
import type { UploadRow } from './bulk-uploads.store.ts';

/** Returns the two links of a lead by its id. */
export type LinksOf = (leadId: string) => LeadLinks;

const day = 24 * 60 * 60 * 1000;

/** Returns the API representation of an upload. */
export function presentUpload(upload: UploadRow): BulkUpload {
  const storedUntil = new Date(upload.touched_at.getTime() + uploadLimits.retentionDays * day);
  return {
    id: upload.id,
    fileName: upload.file_name,
    size: upload.size,
    contentHash: upload.content_hash,
    state: upload.state,
    totals: countTotals(upload),
    createdAt: upload.created_at.toISOString(),
    createdBy: upload.creator,
    lastSentAt: upload.last_sent_at?.toISOString() ?? null,
    endedAt: upload.ended_at?.toISOString() ?? null,
    storedUntil: upload.is_emptied ? null : storedUntil.toISOString(),
  };
}

/** Returns the API representation of the result of one row. */
export function presentRow(row: ClientRow, linksOf: LinksOf): RowResult {
  const links =
    row.links ??
    (row.lead_id === null
      ? { bankStatementsUpdateLink: '', applicationLink: '' }
      : linksOf(row.lead_id));
  return {
    row: row.row_number,
    outcome: row.outcome,
    leadId: row.lead_id,
    ...links,
    errors: row.errors?.map(({ column, error }) => ({ column, error })) ?? [],
    reason: writeReason(row),
    reference: row.reference ?? '',
    sentAt: row.outcome === 'unknown' ? (row.sent_at?.toISOString() ?? null) : null,
    client: row.client,
    company: row.company,
  };
}

function writeReason(row: RowOfResults): string {
  const { reason, repeats } = row;
  if (row.outcome === 'unknown')
    return `Sent at ${row.sent_at?.toISOString()} with the reference ${row.reference}, but not confirmed. Look for the lead before you submit it again.`;
  if (reason === 'person') return 'Left out by choice.';
  if (reason === 'duplicate-row')
    return repeats === null ? 'Repeats an earlier row.' : `Repeats row ${repeats}.`;
  if (reason === 'duplicate-lead')
    return repeats === null ? 'Is already a lead.' : `Is already a lead: ${repeats}.`;
  return '';
}
