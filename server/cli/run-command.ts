import { parseArgs, type ParseArgsConfig } from 'node:util';

import { type Config, readConfig } from '#server/config/config.ts';
import { loadSettingsFile } from '#server/config/settings-file.ts';
import { type Db, openDatabase } from '#server/db/connect.ts';
import { FolderLockedError } from '#server/db/folder-lock.ts';
import { migrate } from '#server/db/migrate.ts';
import { withStatementLimit } from '#server/db/statement-limit.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import { explainFailure } from './explain-failure.ts';

/**
 * Runs a terminal command on the configured database and prints the result. A failure sets exit
 * code 1.
 */
export async function runCommand(
  usage: string,
  command: (db: Db, config: Config) => Promise<string>,
): Promise<void> {
  try {
    loadSettingsFile();
    const config = readConfig(process.env);
    const database = await openDatabase(config);
    try {
      await migrate(database.direct);
      console.log(await withStatementLimit(Infinity, async () => command(database.db, config)));
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(explained(error, usage));
    process.exitCode = 1;
  }
}

/** The options of a command line, as `parseArgs` describes them, and what was given. */
type Options = NonNullable<ParseArgsConfig['options']>;
type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** Runs the command that the arguments name, with its options; prints the usage for any other. */
export async function runNamedCommand<O extends Options>(
  usage: string,
  options: O,
  commands: Readonly<Record<string, (db: Db, given: Given<O>, config: Config) => Promise<string>>>,
): Promise<void> {
  await runCommand(usage, async (db, config) => {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const command = new Map(Object.entries(commands)).get(positionals.join(' '));
    if (!command) throw new ExplainedError(usage);
    return command(db, values, config);
  });
}

/**
 * Returns a sentence where a person can fix the error; otherwise the error itself, with all
 * details.
 */
function explained(error: unknown, usage: string): unknown {
  if (error instanceof FolderLockedError)
    return 'The portal is running, and only one process can open the embedded database: stop the portal, then run this command again.';
  const isMisuse =
    error instanceof TypeError && systemErrorCode(error)?.startsWith('ERR_PARSE_ARGS');
  if (isMisuse) return `${error.message}\n${usage}`;
  const failure = explainFailure(error);
  return failure instanceof ExplainedError ? failure.message : failure;
}
