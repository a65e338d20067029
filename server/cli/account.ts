import { parseArgs } from 'node:util';

import { ConfigError, publicUrlOf, readConfig } from '#server/config.ts';
import { type Db, openDatabase } from '#server/db/connect.ts';
import { FolderLockedError } from '#server/db/folder-lock.ts';
import { migrate } from '#server/db/migrate.ts';

import {
  addAccount,
  disableAccount,
  listAccounts,
  renewLink,
  UsageError,
} from './account-commands.ts';

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

try {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  try {
    await migrate(database.db);
    console.log(await run(database.db, process.argv.slice(2), publicUrlOf(config)));
  } finally {
    await database.close();
  }
} catch (error) {
  const isMisuse =
    error instanceof TypeError &&
    'code' in error &&
    String(error.code).startsWith('ERR_PARSE_ARGS');
  const isForPeople =
    error instanceof UsageError ||
    error instanceof ConfigError ||
    error instanceof FolderLockedError;
  if (isMisuse) console.error(`${error.message}\n${usage}`);
  else console.error(isForPeople ? error.message : error);
  process.exitCode = 1;
}
