import { getPublicUrl } from '#server/config/config.ts';

import * as commands from './account-commands.ts';
import { runNamedCommand } from './run-command.ts';

const usage = `Usage: npm run account -- <command>
  add --email <email> --role broker|partner-admin|support [--partner <company>] [--name <first and last name>]
                             add an account and print a link to set its password
  integration --name <name> --role broker|partner-admin --partner <company>
                             add an account of a program, whose API keys are made on the page People
  link --email <email>       print a new link to set the account's password; the earlier link stops working
  reset-factor --email <email>
                             remove the second factor of an account whose owner has lost it, and end its sessions
  manage --email <email>     give a support account the right to manage the accounts of all partners
  unmanage --email <email>   take that right back`;

const text = { type: 'string' } as const;

const toSet = (link: string) => `Link to set the password (works once, within 24 hours):\n${link}`;

await runNamedCommand(
  usage,
  { email: text, role: text, partner: text, name: text },
  {
    add: async (db, given, config) =>
      toSet(await commands.addAccount(db, given, getPublicUrl(config))),
    integration: async (db, given, config) => {
      await commands.addPartnerIntegration(db, given, config);
      return `${given.name} is added. Its API keys are made on the page People.`;
    },
    link: async (db, { email }, config) =>
      toSet(await commands.renewLink(db, email, getPublicUrl(config))),
    'reset-factor': async (db, { email }) => {
      await commands.resetFactor(db, email);
      return `${email} signs in without a second factor.`;
    },
    manage: async (db, { email }) => {
      await commands.setManaging(db, email, true);
      return `${email} manages accounts.`;
    },
    unmanage: async (db, { email }, { provider }) => {
      await commands.setManaging(db, email, false, provider?.issuer);
      return `${email} no longer manages accounts.`;
    },
  },
);
