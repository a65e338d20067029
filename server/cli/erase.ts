import { readSecrets } from '#server/auth/secrets.ts';
import { filesFolder } from '#server/config/config.ts';
import { folderStore } from '#server/files/folder-store.ts';

import { erase, eraseUsage } from './erase-commands.ts';
import { runCommand } from './run-command.ts';

await runCommand(eraseUsage, async (db, config) =>
  erase(
    db,
    folderStore(filesFolder(config), (await readSecrets(config)).fileKeys),
    process.argv.slice(2),
    config.retention,
  ),
);
