import { uploadLimits } from '#contract/web/bulk-uploads.ts';
import { findDuplicateLeads } from '#src/api/bulk-uploads.ts';
import type { Sheet, SheetSummary } from '#src/sheet/sheet.ts';

import { firstRow } from './send-rows.ts';
import { unsentRows } from './stage.ts';
import { type ConnectionStatus, untilAnswered } from './until-answered.ts';

type Found = Parameters<Sheet['setDuplicateLeads']>[0][number];

/**
 * Rows to submit in a file whose leads are looked for without being asked. Each gives up to four keys, and the service takes 3,000 in a
 * request of about 0.1 s: some 3 s of requests for this many, made while the person looks at the file. Of a larger file it is a work
 * that the person decides about.
 */
const rowsSearchedUnasked = 20_000;

/** Whether the leads are searched without being asked. */
export function isSearchedUnasked(summary: SheetSummary): boolean {
  const rows = unsentRows(summary);
  return rows > 0 && rows <= rowsSearchedUnasked;
}

interface SearchOptions {
  readonly sheet: Pick<Sheet, 'duplicateKeys' | 'setDuplicateLeads'>;
  readonly uploadId: string;
  readonly signal: AbortSignal;
  /** Told how many rows are looked for already. */
  readonly onProgress: (rows: number) => void;
  readonly onConnectionStatus: (connection: ConnectionStatus | null) => void;
}

/** Looks for the file's clients among the partner's leads, as many keys at a time as the service takes. */
export async function searchLeads(options: SearchOptions): Promise<SheetSummary> {
  const { sheet, uploadId, signal, onProgress, onConnectionStatus } = options;
  const found: Found[] = [];
  for (let from: number | null = firstRow; from !== null;) {
    signal.throwIfAborted();
    const asked = await sheet.duplicateKeys(from, uploadLimits.keysInRequest);
    const keys = [...new Set(asked.keys.map(([, key]) => key))];
    const held =
      keys.length === 0
        ? []
        : await untilAnswered(() => findDuplicateLeads(uploadId, keys, signal), {
            signal,
            onConnectionStatus,
          });
    const leads = new Map(held.map((lead) => [lead.key, lead]));
    for (const [row, key] of asked.keys) {
      const lead = leads.get(key);
      if (lead !== undefined) found.push({ row, ...lead });
    }
    from = asked.next;
    if (from !== null) onProgress(from - firstRow);
  }
  signal.throwIfAborted();
  return sheet.setDuplicateLeads(found);
}
