import type { FeedEntry } from '#contract/operator/changes.ts';
import { findQuestionIn } from '#contract/portal/history.ts';
import type { RowOfLead } from '#server/bulk-uploads/bulk-upload-rows.store.ts';

import { formatPosition } from './feed.rules.ts';
import type { FeedRow } from './feed.store.ts';

/** Returns entries of the feed, new leads with the rows of bulk uploads that they came from. */
export function presentFeed(rows: readonly FeedRow[], uploaded: readonly RowOfLead[]): FeedEntry[] {
  const uploadedRows = new Map(uploaded.map((row) => [row.leadId, row]));
  return rows.map((row) =>
    presentEntry(row, row.kind === 'created' ? uploadedRows.get(row.recordId) : undefined),
  );
}

/** Returns an entry of the feed, with the row of the bulk upload that it came from. */
export function presentEntry(row: FeedRow, uploaded: RowOfLead | undefined): FeedEntry {
  return {
    position: formatPosition(row),
    kind: findQuestionIn(row.values) ? 'question' : row.kind,
    recordType: row.recordType,
    recordId: row.recordId,
    brokerId: row.partnerId,
    brokerRepId: row.contactId,
    at: row.at.toISOString(),
    // The record names who changed it last, which neither a command nor a client is.
    by:
      row.via === 'command' || row.values['isFromClient'] === true
        ? null
        : { id: row.by, name: row.byName ?? '' },
    // The column has the way in which most leads were created then, not how this one was.
    via: row.kind === 'known' ? 'unknown' : row.via,
    bulkUpload: uploaded
      ? { id: uploaded.uploadId, fileName: uploaded.fileName, row: uploaded.row }
      : null,
    values: row.values,
    isErased: row.isErased,
  };
}
