import { parseArgs } from 'node:util';

import { deriveSecrets, portalSecret } from '#server/auth/secrets.ts';
import { type Config, publicUrlOf } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { type UpstreamClient, upstreamClient } from '#server/upstream/client/upstream.client.ts';

import {
  addAccount,
  disableAccount,
  enterKey,
  listAccounts,
  renewLink,
  unlockAccount,
} from './account-commands.ts';
import { readSecretLine } from './read-secret-line.ts';
import { runCommand, UsageError } from './run-command.ts';

const usage = `Usage: npm run account -- <command>
  add --email <email> --role broker|partner-admin|support [--partner <company>] [--name <first and last name>]
  link --email <email>       a new link to set a password
  unlock --email <email>     forget the failed attempts at the account, so that its owner can sign in at once
  disable --email <email>    disable the account immediately
  key --email <email>        with UPSTREAM_URL: try the account's API key of that service, read from standard input, and keep it
  list`;

const text = { type: 'string' } as const;

async function run(db: Db, config: Config, args: string[]): Promise<string> {
  const publicUrl = publicUrlOf(config);
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
    case 'key':
      await withUpstream(config, async (upstream) => {
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

const toSet = (link: string) => `To set the password, once, within 7 days:\n${link}`;

async function withUpstream(
  { upstream: settings }: Config,
  work: (upstream: UpstreamClient) => Promise<void>,
): Promise<void> {
  if (settings === null)
    throw new UsageError(
      'Without UPSTREAM_URL the portal issues the API keys itself: there is none to enter.',
    );
  const upstream = upstreamClient(settings);
  await work(upstream).finally(async () => upstream.close());
}

await runCommand(usage, async (db, config) => run(db, config, process.argv.slice(2)));
