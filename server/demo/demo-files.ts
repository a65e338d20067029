import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { insertAttachments } from '#server/attachments/attachments.store.ts';
import { newId } from '#server/db/ids.ts';
import type { FileStore } from '#server/files/file-store.ts';

import type { DemoAction, DemoSetting } from './demo-actions.ts';

/** Small real files to attach: their names, types and media types. */
const demoFiles: Readonly<Record<string, readonly [string, string, string]>> = {
  statement: ['statement.pdf', 'Bank Statements', 'application/pdf'],
  shopfront: ['shopfront.png', 'Image', 'image/png'],
  transactions: ['transactions.csv', 'Bank Statements', 'text/csv'],
  licence: ['licence.jpg', 'Proof of Identity or ID', 'image/jpeg'],
};

/**
 * Yields that the partner attaches files to a lead, shortly after it was created. `written` gets
 * the ids of files that are to be committed.
 */
export function* makeFileActions(
  { tx, record, owner, ids }: DemoSetting,
  files: FileStore,
  written: string[],
): Generator<DemoAction> {
  for (const name of record.files.split(', ')) {
    const [file_name, type, media_type] = demoFiles[name] ?? [];
    if (file_name && type && media_type)
      yield {
        daysAgo: Number(record.created) * 0.99,
        run: async (created_at) => {
          const bytes = await readFile(new URL(`files/${file_name}`, import.meta.url));
          const id = newId();
          await files.write(id, Readable.from([bytes]));
          written.push(id);
          const sha256 = createHash('sha256').update(bytes).digest('hex');
          const of = { lead_id: ids.leads, lead_partner_id: owner.partnerId };
          const by = { created_by: owner.accountId, created_via: 'portal', created_at } as const;
          const file = { id, file_name, type, media_type, size: bytes.length, sha256 };
          await insertAttachments(tx, [{ ...file, ...of, ...by }]);
        },
      };
  }
}
