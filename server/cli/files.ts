import { openFiles } from '#server/files/open-files.ts';

import { checkFiles } from './check-files.ts';
import { moveFiles } from './move-files.ts';
import { runNamedCommand } from './run-command.ts';

const usage = `Usage: npm run files -- <command>
  check             compares all attachments with their files, and says which are missing, damaged or left over
  move --to <place> copies all files to a bucket, named as in FILES_URL, or to the “folder” of DATA_DIR`;

await runNamedCommand(
  usage,
  { to: { type: 'string' } },
  {
    check: async (db, _given, config) => checkFiles(db, await openFiles(config)),
    move: async (db, { to }, config) => moveFiles(db, config, to),
  },
);
