import { readSecrets } from '#server/auth/secrets.ts';
import { openFiles } from '#server/files/open-files.ts';

import { erase, eraseUsage } from './erase-commands.ts';
import { runCommand } from './run-command.ts';

await runCommand(eraseUsage, async (db, config) =>
  erase(
    db,
    await openFiles(config, (await readSecrets(config)).fileKeys),
    process.argv.slice(2),
    config.retention,
  ),
);
