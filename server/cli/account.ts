import { parseArgs } from 'node:util';

import { type Config, getPublicUrl } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';

import { addAccount, renewLink, resetFactor, setManaging } from './account-commands.ts';
import { runCommand, UsageError } from './run-command.ts';

const usage = `Usage: npm run account -- <command>
  add --email <email> --role broker|partner-admin|support [--partner <company>] [--name <first and last name>]
                             add an account and print a link to set its password
  link --email <email>       print a new link to set the account's password; the earlier link stops working
  reset-factor --email <email>
                             remove the second factor of an account whose owner has lost it, and end its sessions
  manage --email <email>     give a support account the right to manage the accounts of all partners
  unmanage --email <email>   take that right back`;

const text = { type: 'string' } as const;

async function run(db: Db, config: Config, args: string[]): Promise<string> {
  const publicUrl = getPublicUrl(config);
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
    case 'reset-factor':
      await resetFactor(db, values.email);
      return `${values.email} signs in without a second factor.`;
    case 'manage':
      await setManaging(db, values.email, true);
      return `${values.email} manages accounts.`;
    case 'unmanage':
      await setManaging(db, values.email, false);
      return `${values.email} no longer manages accounts.`;
    default:
      throw new UsageError(usage);
  }
}

const toSet = (link: string) => `Link to set the password (works once, within 24 hours):\n${link}`;

await runCommand(usage, async (db, config) => run(db, config, process.argv.slice(2)));
