import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import * as z from 'zod/mini';

import { auditEnds, verifyAudit } from '#server/audit/audit-chain.store.ts';
import { readEntriesAfter } from '#server/audit/audit-entries.store.ts';
import type { Db } from '#server/db/connect.ts';

import { runCommand, UsageError } from './run-command.ts';

const usage = `Usage: npm run audit -- <command>
  verify [--ends <file>]     compute every hash of the audit trail again, and name the first entry that is not as it was written
  ends                       print the last entry of each chain, to store where the portal can’t write: verify --ends compares it
  entries [--after <id>]     print at most 10,000 entries that are a minute old, as lines of JSON, to store elsewhere: those after an id`;

const savedEnds = z.array(z.object({ chain: z.string(), position: z.number(), hash: z.string() }));

async function run(db: Db, args: string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { ends: { type: 'string' }, after: { type: 'string', default: '0' } },
  });
  switch (positionals.join(' ')) {
    case 'verify': {
      const saved =
        values.ends === undefined
          ? []
          : savedEnds.parse(JSON.parse(await readFile(values.ends, 'utf8')));
      const { entries, chains, broken } = await verifyAudit(db, saved);
      if (broken)
        throw new UsageError(
          `Broken: entry ${broken.position} of chain “${broken.chain}”: ${broken.why}.`,
        );
      return `${entries} entries in ${chains} chains are as they were written.`;
    }
    case 'ends':
      return JSON.stringify(await auditEnds(db));
    case 'entries': {
      if (!/^\d{1,15}$/.test(values.after)) throw new UsageError(usage);
      const entries = await readEntriesAfter(db, Number(values.after));
      return entries.map((entry) => JSON.stringify(entry)).join('\n');
    }
    default:
      throw new UsageError(usage);
  }
}

await runCommand(usage, async (db) => run(db, process.argv.slice(2)));
