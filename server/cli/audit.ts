import { readFile } from 'node:fs/promises';

import * as z from 'zod/mini';

import { readEntriesAfter } from '#server/audit/audit.store.ts';
import { auditEnds, verifyAudit } from '#server/audit/verify-audit.store.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';

import { runNamedCommand } from './run-command.ts';

const usage = `Usage: npm run audit -- <command>
  verify [--ends <file>]     compute every hash of the audit trail again, and name the first entry that is not as it was written
  ends                       print the last entry of each chain, to store where the portal can’t write: verify --ends compares it
  entries [--after <id>]     print at most 10,000 entries that are a minute old, as lines of JSON, to store elsewhere: those after an id`;

const savedEnds = z.array(
  z.object({
    chain: z.string(),
    position: z.number(),
    hash: z.string(),
    deletedTo: z.optional(z.number()),
    days: z.optional(z.record(z.string(), z.number())),
  }),
);

await runNamedCommand(
  usage,
  { ends: { type: 'string' }, after: { type: 'string', default: '0' } },
  {
    verify: async (db, { ends }, { auditDays }) => {
      const saved = ends === undefined ? [] : await readEnds(ends);
      const { entries, chains, deleted, broken } = await verifyAudit(db, { saved, auditDays });
      if (broken)
        throw new ExplainedError(
          `Broken: entry ${broken.position} of chain “${broken.chain}”: ${broken.why}.`,
        );
      return `${entries} entries in ${chains} chains are as they were written. ${deleted} older ones were deleted because of their age.`;
    },
    ends: async (db) => JSON.stringify(await auditEnds(db)),
    entries: async (db, { after }) => {
      if (!/^\d{1,15}$/.test(after)) throw new ExplainedError(usage);
      const entries = await readEntriesAfter(db, Number(after));
      return entries.map((entry) => JSON.stringify(entry)).join('\n');
    },
  },
);

async function readEnds(file: string) {
  try {
    return savedEnds.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new ExplainedError(
      `The ends can’t be read from ${file}, which \`audit -- ends\` writes. Nothing was verified.`,
      { cause: error },
    );
  }
}
