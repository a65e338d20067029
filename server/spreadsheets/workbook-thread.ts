import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { type Client, inGroups, yieldToEventLoop } from '#server/http/event-loop.ts';

/** The media type of an Excel workbook. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A message to the thread that creates a workbook. */
export interface RowsMessage {
  readonly rows: readonly (readonly string[])[];
  /** Whether these are the last rows. */
  readonly isEnd: boolean;
}

/** Returns how many characters the cells of a row have. */
export function lengthOfCells(cells: readonly string[]): number {
  return cells.reduce((length, cell) => length + cell.length, 0);
}

let earlier: Promise<unknown> = Promise.resolve();

/**
 * Returns the template as an Excel workbook, filled with the given rows; an empty buffer once the
 * client has left. A worker thread creates the workbook, because the library blocks its thread.
 * Workbooks are created one at a time, because each takes up to 330 MB.
 */
export async function leadsWorkbook(
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]> = [],
  client?: Client,
): Promise<Buffer> {
  const workbook = earlier.then(async () => inThread(yieldToEventLoop(rows, client), client));
  earlier = workbook.catch(() => undefined);
  return workbook;
}

async function inThread(rows: AsyncIterable<readonly string[]>, client: Client | undefined) {
  if (client?.destroyed) return Buffer.alloc(0);
  const worker = new Worker(new URL('./leads-workbook.worker.ts', import.meta.url));
  try {
    // Listens from the start, because a failing thread emits its error only once.
    const made = once(worker, 'message');
    const [[bytes]] = await Promise.all([made, sendRows(worker, rows)]);
    return Buffer.from(bytes);
  } finally {
    await worker.terminate();
  }
}

async function sendRows(worker: Worker, rows: AsyncIterable<readonly string[]>): Promise<void> {
  const send = (message: RowsMessage) => worker.postMessage(message);
  // Each message is copied: many rows, or long ones, would block the event loop.
  for await (const group of inGroups(rows, lengthOfCells)) send({ rows: group, isEnd: false });
  send({ rows: [], isEnd: true });
}
