import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { Db } from './connect.ts';
import { explainMigration } from './migration-errors.ts';
import { functionFiles, readSchemaFile } from './schema-files.ts';

/**
 * What the database has of a file: its text; none, or another one before it; or one after it, of a
 * later version that runs beside this one.
 */
type State = 'applied' | 'pending' | 'replaced';

interface FunctionFile {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

async function readFunctionFiles(): Promise<readonly FunctionFile[]> {
  return Promise.all(
    functionFiles.map(async (name) => {
      const text = await readSchemaFile(name);
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Returns the texts that the database has had of each file, by their hashes, the latest last. */
async function readApplied(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; hashes: string[] }>`
    select name, array_agg(hash order by id) as hashes from schema_files group by name`.execute(db);
  return new Map(rows.map(({ name, hashes }) => [name, hashes]));
}

function findState({ name, hash }: FunctionFile, applied: ReadonlyMap<string, readonly string[]>) {
  const hashes = applied.get(name) ?? [];
  const state: State = hashes.includes(hash) ? 'replaced' : 'pending';
  return hashes.at(-1) === hash ? 'applied' : state;
}

/** Returns the files that the next start applies, and those that a later version has replaced. */
export async function listFunctionFiles(db: Db) {
  const [files, applied] = [await readFunctionFiles(), await readApplied(db)];
  const list = (state: State) =>
    files.filter((file) => findState(file, applied) === state).map(({ name }) => name);
  return { pending: list('pending'), replaced: list('replaced') };
}

/**
 * Applies each file whose text the database has never had, in a transaction of its own that begins
 * with the statements `limits`. A text that the database has had and that was replaced since is
 * older than the present one, which is left alone. Returns the names of these files.
 * @throws ExplainedError
 */
export async function applyFunctionFiles(db: Db, limits: string): Promise<readonly string[]> {
  const { pending, replaced } = await listFunctionFiles(db);
  if (pending.length === 0) return replaced;
  for (const file of await readFunctionFiles()) {
    await db
      .transaction()
      .execute(async (tx) => applyFile(tx, file, limits))
      .catch((error: unknown) => {
        throw explainMigration(file.name, error);
      });
  }
  return (await listFunctionFiles(db)).replaced;
}

async function applyFile(tx: Db, file: FunctionFile, limits: string): Promise<void> {
  // Several processes may start at once.
  await sql`select pg_advisory_xact_lock(hashtext('schema_files'))`.execute(tx);
  if (findState(file, await readApplied(tx)) !== 'pending') return;
  // A body may name what a later file creates.
  await sql.raw(`${limits}; set local check_function_bodies = off; ${file.text}`).execute(tx);
  const { name, hash } = file;
  await sql`insert into schema_files (name, hash) values (${name}, ${hash})`.execute(tx);
}

/** Returns that later texts have replaced functions of this version, in words. */
export function describeReplaced(files: readonly string[]): string {
  return `The database has had later texts of functions than this version of the portal (${files.join(', ')}), and keeps those. Start the newest version everywhere. If this is the newest, and a file went back to an earlier text, change a comment in the file.`;
}
