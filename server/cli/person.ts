import { parseArgs } from 'node:util';

import { ExplainedError } from '#server/errors/explained-error.ts';

import { removingFiles } from './missing-files.ts';
import { erasePerson, reportPerson } from './person-report.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run --silent person -- <command>
  report <email, phone or id>         print as JSON everything that is stored about a person: a client, by phone, email or the id of a lead or deal, or somebody with an account, by email or id
  erase <email, phone or id> [--yes]  erase, permanently, the leads and deals of a client, and what else has this phone or email; or who somebody with an account is, and what was theirs alone; without --yes only report what would be erased`;

await runCommand(usage, async (db, config) => {
  const options = { yes: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [command, who, ...more] = positionals;
  // An empty text, such as of a variable that is not set, is the email of every integration.
  if (!who?.trim() || more.length > 0) throw new ExplainedError(usage);
  if (command === 'report') return reportPerson(db, who);
  if (command === 'erase')
    return removingFiles(config, async (files) =>
      erasePerson(db, files, who, values.yes, config.provider?.issuer),
    );
  throw new ExplainedError(usage);
});
