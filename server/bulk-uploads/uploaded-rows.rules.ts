import type { RowOutcome } from '#contract/bulk-upload/bulk-uploads.ts';

import type { UploadedRow } from './bulk-upload-rows.store.ts';

/** Returns the stored form of a row with a known outcome and nothing else. */
export function otherRow(rowNumber: number, outcome: RowOutcome): UploadedRow {
  const nothing = { lead_id: null, cells: null, errors: null, reason: null, repeats: null };
  return { row_number: rowNumber, outcome, ...nothing };
}
