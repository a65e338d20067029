import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import { type Db, NoDatabaseError, openDatabase } from '#server/db/connect.ts';
import { DataFolderError } from '#server/db/data-folder.ts';
import { migrate } from '#server/db/migrate.ts';
import { withStatementLimit } from '#server/db/statement-limit.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** An error that the person at the terminal can fix, explained to them. */
export class UsageError extends Error {}

/**
 * Runs a terminal command on the configured database and prints the result. A failure sets exit
 * code 1.
 */
export async function runCommand(
  usage: string,
  command: (db: Db, config: Config) => Promise<string>,
): Promise<void> {
  try {
    const config = readConfig(process.env);
    const database = await openDatabase(config);
    try {
      await migrate(database.db);
      console.log(await withStatementLimit(Infinity, async () => command(database.db, config)));
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(explained(error, usage));
    process.exitCode = 1;
  }
}

/**
 * Returns a sentence where a person can fix the error; otherwise the error itself, with all
 * details.
 */
function explained(error: unknown, usage: string): unknown {
  if (error instanceof DataFolderError)
    return 'The portal is running, and only one process can open the embedded database: stop the portal, then run this command again.';
  const isForPeople =
    error instanceof UsageError || error instanceof ConfigError || error instanceof NoDatabaseError;
  if (isForPeople) return error.message;
  const isMisuse =
    error instanceof TypeError && systemErrorCode(error)?.startsWith('ERR_PARSE_ARGS');
  return isMisuse ? `${error.message}\n${usage}` : error;
}
