import { parseArgs } from 'node:util';

import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';

import { addOperatorKey, operatorKeyLines, readDays, revokeKey } from './operator-key-commands.ts';
import { runCommand, UsageError } from './run-command.ts';

const usage = `Usage: npm run operator-key -- <command>
  add --name <name> [--read-only] [--days <days>]
                             add a key for a program of the operator and print it once
  revoke --name <name>       revoke the key immediately
  list                       print one line per key`;

async function run(db: Db, { upstream }: Config, args: string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      days: { type: 'string' },
      'read-only': { type: 'boolean' },
    },
  });
  switch (positionals.join(' ')) {
    case 'add':
      if (upstream !== null)
        throw new UsageError('With UPSTREAM_URL there is no /operator/v1, and no key for it.');
      return `Key for /operator/v1. Store it now: it can’t be shown again.\n${await addOperatorKey(db, values.name, { isReadOnly: values['read-only'] ?? false, days: readDays(values.days) })}`;
    case 'revoke':
      await revokeKey(db, values.name);
      return `The key ${values.name} is revoked.`;
    case 'list':
      return (await operatorKeyLines(db)).join('\n');
    default:
      throw new UsageError(usage);
  }
}

await runCommand(usage, async (db, config) => run(db, config, process.argv.slice(2)));
