import { recordAction } from '#server/audit/audit.store.ts';
import type { Origin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';

import type { ExportRow } from './exports.store.ts';

/** Records in the audit trail that an export was prepared, or its file downloaded. */
export async function recordExport(
  db: Db,
  action: 'export-created' | 'export-downloaded',
  { row, ...origin }: Origin & { readonly row: ExportRow },
): Promise<void> {
  const { id, list, total } = row;
  const details = { list, ...(total !== null && { records: total }) };
  await recordAction(db, { ...origin, action, subject: { type: 'export', id }, details });
}
