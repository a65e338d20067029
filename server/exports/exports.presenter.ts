import type { RecordsExport } from '#contract/portal/exports.ts';

import type { ExportRow } from './exports.store.ts';

/** Returns an export as its owner sees it. */
export function presentExport(row: ExportRow): RecordsExport {
  return {
    id: row.id,
    list: row.list,
    createdAt: row.created_at.toISOString(),
    isFiltered: row.is_filtered,
    total: row.total,
    sent: row.sent,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
