import { parseArgs } from 'node:util';

import { deriveSecrets, portalSecret } from '#server/auth/secrets.ts';
import { type Config, getPublicUrl } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { DatabaseClock } from '#server/db/database-clock.ts';
import { type UpstreamClient, upstreamClient } from '#server/upstream/client/upstream.client.ts';

import {
  addAccount,
  disableAccount,
  enableAccount,
  enterKey,
  listAccounts,
  renewLink,
  setManaging,
  unlockAccount,
} from './account-commands.ts';
import { readSecretLine } from './read-secret-line.ts';
import { runCommand, UsageError } from './run-command.ts';

const usage = `Usage: npm run account -- <command>
  add --email <email> --role broker|partner-admin|support [--partner <company>] [--name <first and last name>]
                             add an account and print a link to set its password
  link --email <email>       print a new link to set the account's password; the earlier link stops working
  unlock --email <email>     clear the failed attempts of the account, so that its owner can sign in at once
  disable --email <email>    deactivate the account immediately, with its sessions, links and API keys
  enable --email <email>     activate the account again
  manage --email <email>     give a support account the right to manage the accounts of all partners
  unmanage --email <email>   take that right back
  key --email <email>        with UPSTREAM_URL: read the account's API key from standard input, test it and store it
  list                       print one line per account`;

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
    case 'unlock':
      await unlockAccount(db, values.email);
      return `${values.email} is unlocked.`;
    case 'disable':
      await disableAccount(db, values.email);
      return `${values.email} is disabled.`;
    case 'enable':
      await enableAccount(db, values.email);
      return `${values.email} is enabled.`;
    case 'manage':
      await setManaging(db, values.email, true);
      return `${values.email} manages accounts.`;
    case 'unmanage':
      await setManaging(db, values.email, false);
      return `${values.email} no longer manages accounts.`;
    case 'key':
      await withUpstream(db, config, async (upstream) => {
        const secrets = deriveSecrets(await portalSecret(config));
        const apiKey = await readSecretLine('API key: ');
        await enterKey({ db, secrets, upstream }, values.email, apiKey);
      });
      return `The API key of ${values.email} is accepted and stored.`;
    case 'list':
      return (await listAccounts(db)).join('\n');
    default:
      throw new UsageError(usage);
  }
}

const toSet = (link: string) => `Link to set the password (works once, within 24 hours):\n${link}`;

async function withUpstream(
  db: Db,
  { upstream: settings }: Config,
  work: (upstream: UpstreamClient) => Promise<void>,
): Promise<void> {
  if (settings === null)
    throw new UsageError(
      'Without UPSTREAM_URL the portal issues the API keys itself, so there is no key to enter.',
    );
  const { now } = await DatabaseClock.of(db);
  const upstream = upstreamClient(settings, now);
  await work(upstream).finally(async () => upstream.close());
}

await runCommand(usage, async (db, config) => run(db, config, process.argv.slice(2)));
