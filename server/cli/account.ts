import { parseArgs } from 'node:util';

import { publicUrlOf } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';

import { addAccount, disableAccount, listAccounts, renewLink } from './account-commands.ts';
import { runCommand, UsageError } from './run-command.ts';

const usage = `Usage: npm run account -- <command>
  add --email <email> --role broker|partner-admin|support [--partner <company>] [--name <first and last name>]
  link --email <email>       a new link to set a password
  disable --email <email>    shut the account out at once
  list`;

const text = { type: 'string' } as const;

async function run(db: Db, args: string[], publicUrl: string): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { email: text, role: text, partner: text, name: text },
  });
  switch (positionals.join(' ')) {
    case 'add':
      return toSet(await addAccount(db, values, publicUrl));
    case 'link':
      return toSet(await renewLink(db, values.email, publicUrl));
    case 'disable':
      await disableAccount(db, values.email);
      return `${values.email} is shut out.`;
    case 'list':
      return (await listAccounts(db)).join('\n');
    default:
      throw new UsageError(usage);
  }
}

const toSet = (link: string) => `To set the password, once, within 7 days:\n${link}`;

await runCommand(usage, async (db, config) => run(db, process.argv.slice(2), publicUrlOf(config)));
