import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';

import type { Db } from '#server/db/connect.ts';

const folder = path.join(import.meta.dirname, '../../db/migrations');

/** The migrations of the versions before the baseline. */
export const formerMigrations: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
    const entries = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(path.join(folder, name), 'utf8');
      const up = async (db: Db) => void (await sql.raw(text).execute(db));
      return [path.basename(name, '.sql'), { up }];
    });
    return Object.fromEntries(await Promise.all(entries));
  },
};
