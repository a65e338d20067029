import {
  createOperatorKey,
  listOperatorKeys,
  revokeOperatorKey,
} from '#server/auth/operator-keys.store.ts';
import type { Db } from '#server/db/connect.ts';

import { UsageError } from './run-command.ts';

const maxNameLength = 100;

/** Creates a key of the operator and returns it, the only time that it is shown. */
export async function addOperatorKey(db: Db, name: string | undefined): Promise<string> {
  const validName = requireName(name);
  const key = await createOperatorKey(db, validName);
  if (key === undefined)
    throw new UsageError(
      `A key named ${validName} is in use. Choose another name, or revoke that key first.`,
    );
  return key;
}

/** Revokes a key of the operator at once. */
export async function revokeKey(db: Db, name: string | undefined): Promise<void> {
  const validName = requireName(name);
  if (!(await revokeOperatorKey(db, validName)))
    throw new UsageError(`No key named ${validName} is in use.`);
}

/** Returns one line per key: name, days of its creation and last use, and whether it is active. */
export async function operatorKeyLines(db: Db): Promise<string[]> {
  const rows = await listOperatorKeys(db);
  return rows.map(({ name, created_at: created, last_used_at: used, revoked_at: revoked }) =>
    [
      name,
      `created ${toDay(created)}`,
      used === null ? 'never used' : `last used ${toDay(used)}`,
      revoked === null ? 'active' : `revoked ${toDay(revoked)}`,
    ].join('\t'),
  );
}

function requireName(name: string | undefined): string {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '' || trimmed.length > maxNameLength || /\p{Cc}/u.test(trimmed))
    throw new UsageError(
      `--name: enter a name of at most ${maxNameLength} characters, such as the program that uses the key.`,
    );
  return trimmed;
}

const toDay = (time: Date) => time.toISOString().slice(0, 10);
