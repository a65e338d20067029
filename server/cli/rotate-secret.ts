import { sql } from 'kysely';

import { decrypt, encrypt } from '#server/auth/encryption.ts';
import { readSecrets, type Secrets } from '#server/auth/secrets.ts';
import { newToken } from '#server/auth/tokens.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { openFiles } from '#server/files/open-files.ts';

import { filesPlace, listMissing } from './missing-files.ts';

/** Returns the columns that are encrypted for an account, and their keys. */
export const encryptedColumns = ({ apiKeys, secondFactors }: Secrets) =>
  [
    ['keys', 'encrypted', apiKeys],
    // An app that is confirmed meanwhile moves on to the next column.
    ['authenticators', 'pending', secondFactors],
    ['authenticators', 'encrypted', secondFactors],
  ] as const;

/**
 * Encrypts again, with the current portal secret, what was encrypted with the former one, while the
 * portal accepts both. It can be interrupted anywhere and run again. Returns the next step, as a
 * sentence.
 * @throws ExplainedError if there are not two secrets, or with what could not be encrypted again
 */
export async function rotateSecret(db: Db, config: Config): Promise<string> {
  if (config.formerSecret === null)
    throw new ExplainedError(
      `Set PORTAL_SECRET_FORMER to the present PORTAL_SECRET, and PORTAL_SECRET to a new one, such as ${newToken()}. Restart the portal, then run this command again.`,
    );
  const lost: string[] = [];
  const secrets = await readSecrets(config);
  for (const [table, column, keys] of encryptedColumns(secrets)) {
    const { rows } = await sql<{ id: string; stored: Buffer }>`
      select account_id as id, ${sql.ref(column)} as stored from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db);
    for (const { id, stored } of rows) {
      const found = decrypt(keys, id, stored);
      if (!found) lost.push(`${table}.${column} of the account ${id}`);
      // Unless it was replaced meanwhile.
      if (found?.isFormer)
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${encrypt(keys, id, found.content)}
          where account_id = ${id} and ${sql.ref(column)} = ${stored}`.execute(db);
    }
  }
  const files = await openFiles(config, secrets.fileKeys);
  const damaged = await files.renewKeys();
  const closed = [...lost, ...damaged.map((id) => `the file ${id}`)];
  const rest = [
    ...closed.map((what) => `Damaged, or encrypted with neither secret: ${what}.`),
    ...(await listMissing(db, files)).map((id) => `The file of attachment ${id} is missing.`),
  ];
  if (rest.length === 0)
    return 'Everything is encrypted with the new secret: remove PORTAL_SECRET_FORMER from the settings, and restart the portal.';
  throw new ExplainedError(
    [
      `Not everything is encrypted with the new secret. The files were looked for in ${filesPlace(config)}: if the portal has them elsewhere, set FILES_URL and DATA_DIR as there, and run this command again. Remove PORTAL_SECRET_FORMER only once you know that what follows is lost:`,
      ...rest,
    ].join('\n'),
  );
}
