import { readSecrets } from '#server/auth/secrets.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';

import { decryptFile } from './decrypt-file.ts';
import { rotateSecret } from './rotate-secret.ts';
import { runNamedCommand } from './run-command.ts';

const usage = `Usage: npm run secret -- <command>
  rotate                     encrypt everything with a new PORTAL_SECRET, while the portal accepts the former one too
  decrypt --file <file> --to <new file>
                             write what a stored file contains, such as one in quarantine`;

const text = { type: 'string' } as const;

await runNamedCommand(
  usage,
  { file: text, to: text },
  {
    rotate: async (db, _given, config) => rotateSecret(db, config),
    decrypt: async (_db, { file, to }, config) => {
      if (file === undefined || to === undefined) throw new ExplainedError(usage);
      const { fileKeys } = await readSecrets(config);
      return decryptFile(fileKeys, { file, to });
    },
  },
);
