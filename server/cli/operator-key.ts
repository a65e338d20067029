import { ExplainedError } from '#server/errors/explained-error.ts';

import { addOperatorKey, operatorKeyLines, readDays, revokeKey } from './operator-key-commands.ts';
import { runNamedCommand } from './run-command.ts';

const usage = `Usage: npm run operator-key -- <command>
  add --name <name> [--read-only] [--days <days>]
                             add a key for a program of the operator and print it once
  revoke --name <name>       revoke the key immediately
  list                       print one line per key`;

const text = { type: 'string' } as const;

await runNamedCommand(
  usage,
  { name: text, days: text, 'read-only': { type: 'boolean', default: false } },
  {
    add: async (db, { name, days, 'read-only': isReadOnly }, { upstream }) => {
      if (upstream !== null)
        throw new ExplainedError('With UPSTREAM_URL there is no /operator/v1, and no key for it.');
      const key = await addOperatorKey(db, name, { isReadOnly, days: readDays(days) });
      return `Key for /operator/v1. Store it now: it can’t be shown again.\n${key}`;
    },
    revoke: async (db, { name }) => {
      await revokeKey(db, name);
      return `The key ${name} is revoked.`;
    },
    list: async (db) => (await operatorKeyLines(db)).join('\n'),
  },
);
