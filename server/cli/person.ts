import { ExplainedError } from '#server/errors/explained-error.ts';

import { reportPerson } from './person-report.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run --silent person -- report <email, phone or id>
  prints as JSON everything that is stored about a person: a client, by phone, email or the id of a lead or deal, or somebody with an account, by email or id`;

await runCommand(usage, async (db) => {
  const [command, who, ...more] = process.argv.slice(2);
  if (command !== 'report' || who === undefined || more.length > 0) throw new ExplainedError(usage);
  return reportPerson(db, who);
});
