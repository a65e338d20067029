import { parentPort } from 'node:worker_threads';

import { makeLeadsWorkbook } from './leads-workbook.ts';
import type { RowsMessage } from './workbook-thread.ts';

const rows: (readonly string[])[] = [];

parentPort?.on('message', async ({ rows: more, isEnd }: RowsMessage) => {
  for (const row of more) rows.push(row);
  if (!isEnd) return;
  const bytes = await makeLeadsWorkbook(rows);
  parentPort?.postMessage(bytes, [bytes]);
});
