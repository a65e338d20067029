import { parseArgs } from 'node:util';

import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { eraseLead, leadHoldings } from '#server/leads/erase-lead.ts';

import { UsageError } from './run-command.ts';

export const eraseUsage = `Usage: npm run erase -- lead <id> [--yes]
  Empties a lead for the privacy of its person, for good. Without --yes it only tells what it would empty.`;

/** Erases what `args` name, or only tells what it would empty; answers what to print. @throws UsageError */
export async function erase(db: Db, files: FileStore, args: string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: 'boolean' } },
  });
  const [noun, id = '', ...more] = positionals;
  if (noun !== 'lead' || id === '' || more.length > 0) throw new UsageError(eraseUsage);
  const held = await leadHoldings(db, id);
  if (!held) throw new UsageError(`There is no lead ${id}.`);
  const lines = [
    `Lead ${id}: fields with a value: ${held.fields}, files: ${held.files}, rows of uploads: ${held.uploadRows}.`,
  ];
  if (held.dealId !== null)
    lines.push(`Its deal ${held.dealId} names the customer too and is not touched.`);
  if (!values.yes)
    return [...lines, 'Nothing is changed. To erase this for good, add --yes'].join('\n');
  await eraseLead(db, files, id);
  return [
    ...lines,
    'Erased. Its id, place, status and dates stay; copies in your backups are yours to erase.',
  ].join('\n');
}
