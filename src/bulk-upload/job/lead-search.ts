import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { findDuplicateLeads } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { type ConnectionStatus, retryUntilResponse } from '#src/api/retry.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-format.ts';
import type { Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';

import { unsentRows } from './stage.ts';

type Found = Parameters<Sheet['setDuplicateLeads']>[0][number];

/**
 * Max rows to submit for which a lead search starts unasked. Each row has up to four keys, and the
 * service accepts 3,000 keys in a request of about 0.1 s: about 3 s of requests for this many rows,
 * made while the user looks at the file. For a larger file, the user decides.
 */
const maxAutoSearchedRows = 20_000;

/** Returns whether the lead search starts without the user asking for it. */
export function isSearchedAutomatically(summary: SheetSummary): boolean {
  const rows = unsentRows(summary);
  return rows > 0 && rows <= maxAutoSearchedRows;
}

interface SearchOptions {
  readonly sheet: Pick<Sheet, 'duplicateKeys' | 'setDuplicateLeads'>;
  readonly uploadId: string;
  readonly signal: AbortSignal;
  /** Called with the number of rows searched so far. */
  readonly onProgress: (rows: number) => void;
  readonly onConnectionStatus: (connection: ConnectionStatus | null) => void;
}

/**
 * Searches the partner's leads for the file's clients, with as many keys per request as the service
 * accepts. Returns the summary with the leads found.
 */
export async function searchLeads(options: SearchOptions): Promise<SheetSummary> {
  const { sheet, uploadId, signal, onProgress, onConnectionStatus } = options;
  const found: Found[] = [];
  for (let from: number | null = firstRowNumber; from !== null;) {
    signal.throwIfAborted();
    const batch = await sheet.duplicateKeys(from, uploadLimits.keysInRequest);
    const keys = [...new Set(batch.keys.map(([, key]) => key))];
    const matches =
      keys.length === 0
        ? []
        : await retryUntilResponse(() => findDuplicateLeads(uploadId, keys, signal), {
            signal,
            onConnectionStatus,
          });
    const leads = new Map(matches.map((lead) => [lead.key, lead]));
    for (const [row, key] of batch.keys) {
      const lead = leads.get(key);
      if (lead !== undefined) found.push({ row, ...lead });
    }
    from = batch.next;
    if (from !== null) onProgress(from - firstRowNumber);
  }
  signal.throwIfAborted();
  return sheet.setDuplicateLeads(found);
}
