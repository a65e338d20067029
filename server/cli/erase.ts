import { openFiles } from '#server/files/open-files.ts';

import { erase, eraseUsage } from './erase-commands.ts';
import { runCommand } from './run-command.ts';

await runCommand(eraseUsage, async (db, config) =>
  erase(db, await openFiles(config), process.argv.slice(2), config.retention),
);
