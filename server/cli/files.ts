import { openFiles } from '#server/files/open-files.ts';

import { checkFiles } from './check-files.ts';
import { runNamedCommand } from './run-command.ts';

const usage = `Usage: npm run files -- check
  compares all attachments with their files, and says which are missing, damaged or left over`;

await runNamedCommand(
  usage,
  {},
  {
    check: async (db, _given, config) => checkFiles(db, await openFiles(config)),
  },
);
