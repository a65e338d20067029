import { ExplainedError } from '#server/errors/explained-error.ts';

import { addOperatorKey, operatorKeyLines, readDays, revokeKey } from './operator-key-commands.ts';
import { runNamedCommand } from './run-command.ts';

const usage = `Usage: npm run operator-key -- <command>
  add --name <name> [--read-only] [--days <days>] [--partner <id>]
                             add a key for a program of the operator and print it once;
                             with --partner it is valid for the records of this partner alone
  revoke --name <name>       revoke the key immediately
  list                       print one line per key`;

const text = { type: 'string' } as const;

await runNamedCommand(
  usage,
  { name: text, days: text, partner: text, 'read-only': { type: 'boolean', default: false } },
  {
    add: async (db, { name, days, partner, 'read-only': isReadOnly }, { upstream }) => {
      if (upstream !== null)
        throw new ExplainedError('With UPSTREAM_URL there is no /operator/v1, and no key for it.');
      const limits = { isReadOnly, days: readDays(days), partnerId: partner };
      const key = await addOperatorKey(db, name, limits);
      return `Key for /operator/v1. Store it now: it can’t be shown again.\n${key}`;
    },
    revoke: async (db, { name }) => {
      await revokeKey(db, name);
      return `The key ${name} is revoked.`;
    },
    list: async (db) => (await operatorKeyLines(db)).join('\n') || 'There are no keys.',
  },
);
