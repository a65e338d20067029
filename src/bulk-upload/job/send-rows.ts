import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import type { RowBatch } from '#src/bulk-upload/rows/sheet.ts';

/** Max concurrent batches: the service validates one while it stores the other. */
const maxConcurrent = 2;

interface SendRowsOptions {
  /** The row number of the first row to send. */
  readonly from: number;
  readonly batch: (from: number) => Promise<RowBatch>;
  /** Sends one batch, with retries until the service responds. */
  readonly send: (batch: RowBatch, signal: AbortSignal) => Promise<UploadTotals>;
  readonly signal: AbortSignal;
  /**
   * Called after each response with the totals and the row number to resume from after an
   * interruption; null once all rows have a response.
   */
  readonly onResponse: (totals: UploadTotals, next: number | null) => void;
}

/**
 * Sends all rows, two batches at a time. Sending a batch again is harmless.
 * @throws the error of a failed batch, once no batch is in flight any more.
 */
export async function sendRows({ batch, send, onResponse, ...run }: SendRowsOptions) {
  const inFlight = new Map<number, Promise<void>>();
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  let from: number | null = run.from;

  async function sendBatch(batchStart: number, rows: RowBatch): Promise<void> {
    const totals = await send(rows, signal);
    inFlight.delete(batchStart);
    const withoutResponse = [...inFlight.keys(), ...(from === null ? [] : [from])];
    onResponse(totals, withoutResponse.length === 0 ? null : Math.min(...withoutResponse));
  }

  try {
    while (from !== null || inFlight.size > 0) {
      while (from !== null && inFlight.size < maxConcurrent) {
        const batchStart: number = from;
        const rows = await batch(batchStart);
        signal.throwIfAborted();
        from = rows.next;
        if (rows.rows.length + rows.leftOut.length + rows.blank.length === 0) continue;
        const sent = sendBatch(batchStart, rows);
        inFlight.set(batchStart, sent);
        // The promise is awaited below; this prevents an unhandled rejection until then.
        sent.catch(() => {});
      }
      if (inFlight.size > 0) await Promise.race(inFlight.values());
    }
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(inFlight.values());
    throw error;
  }
}
