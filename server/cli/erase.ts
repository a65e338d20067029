import { erase, eraseUsage } from './erase-commands.ts';
import { removingFiles } from './missing-files.ts';
import { runCommand } from './run-command.ts';

await runCommand(eraseUsage, async (db, config) =>
  removingFiles(config, async (files) => erase(db, files, process.argv.slice(2), config.retention)),
);
