import type { UploadTotals } from '#contract/web/bulk-uploads.ts';
import type { RowBatch } from '#src/sheet/sheet.ts';

/** The first row below the header, as Excel numbers rows. */
export const firstRow = 2;

/** Batches on their way at a time: the service validates one while it stores the other. */
const atOnce = 2;

interface Sending {
  /** Where to begin. */
  readonly from: number;
  readonly batch: (from: number) => Promise<RowBatch>;
  /** Sends one batch until it is answered. */
  readonly send: (batch: RowBatch, signal: AbortSignal) => Promise<UploadTotals>;
  readonly signal: AbortSignal;
  /** Told after each answer: the totals, and where to begin again should it break off now; null: all is answered. */
  readonly onAnswer: (totals: UploadTotals, next: number | null) => void;
}

/**
 * Sends all rows, two batches at a time. A batch that is sent again is harmless.
 * @throws what a batch failed with, once nothing is on its way any more.
 */
export async function sendRows({ batch, send, onAnswer, ...run }: Sending): Promise<void> {
  const flights = new Map<number, Promise<void>>();
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  let from: number | null = run.from;

  async function fly(begin: number, rows: RowBatch): Promise<void> {
    const totals = await send(rows, signal);
    flights.delete(begin);
    const unanswered = [...flights.keys(), ...(from === null ? [] : [from])];
    onAnswer(totals, unanswered.length === 0 ? null : Math.min(...unanswered));
  }

  try {
    while (from !== null || flights.size > 0) {
      while (from !== null && flights.size < atOnce) {
        const begin: number = from;
        const rows = await batch(begin);
        signal.throwIfAborted();
        from = rows.next;
        if (rows.rows.length + rows.leftOut.length === 0) continue;
        const flight = fly(begin, rows);
        flights.set(begin, flight);
        // It is waited for below; until then a failure is nobody's.
        flight.catch(() => {});
      }
      if (flights.size > 0) await Promise.race(flights.values());
    }
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(flights.values());
    throw error;
  }
}
