import { readConfig } from '#server/config/config.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';

export type { Database };

/** Opens the embedded database in the data folder of a service that is not running. */
export async function withDataFolder<Result>(
  folder: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(readConfig({ DATA_DIR: folder }));
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
