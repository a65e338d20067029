import { writeBackup } from '#server/backup/backup.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { openFiles } from '#server/files/open-files.ts';

import { runCommand } from './run-command.ts';

const usage = `Usage: npm run backup -- <new file>
       npm run restore -- <file>
With BACKUP_PASSPHRASE set, the backup is encrypted and authenticated.`;

await runCommand(usage, async (db, config) => {
  const [command, file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) throw new ExplainedError(usage);
  const run = command === 'restore' ? restoreBackup : writeBackup;
  const passphrase = process.env['BACKUP_PASSPHRASE'] || undefined;
  return run(db, await openFiles(config), { file, passphrase });
});
