import { readFileSync } from 'node:fs';

import type { AttachmentType } from '#contract/v1/values.ts';

/** A small real file attached to a demo lead. */
interface DemoFile {
  readonly fileName: string;
  readonly type: AttachmentType;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** A bank statement, a photo, a list of transactions and an identity document. */
export const demoFiles: readonly DemoFile[] = [
  demoFile('statement.pdf', 'Bank Statements', 'application/pdf'),
  demoFile('shopfront.png', 'Image', 'image/png'),
  demoFile('transactions.csv', 'Bank Statements', 'text/csv'),
  demoFile('licence.jpg', 'Proof of Identity or ID', 'image/jpeg'),
];

function demoFile(fileName: string, type: AttachmentType, mediaType: string): DemoFile {
  const bytes = readFileSync(new URL(`files/${fileName}`, import.meta.url));
  return { fileName, type, mediaType, bytes };
}
