import { sql } from 'kysely';

import { hasDemoAccounts } from '#server/accounts/accounts.store.ts';
import { demoAccountsError } from '#server/accounts/demo-accounts.ts';
import { decrypt } from '#server/auth/encryption.ts';
import { readSecrets } from '#server/auth/secrets.ts';
import { encryptedColumns } from '#server/cli/rotate-secret.ts';
import type { Config } from '#server/config/config.ts';
import { isOfVersionBefore } from '#server/db/baseline.ts';
import { type Database, type Db, openDatabase } from '#server/db/connect.ts';
import { FolderLockedError } from '#server/db/folder-lock.ts';
import { describeReplaced, listFunctionFiles } from '#server/db/function-files.ts';
import { listenerName } from '#server/db/listen.ts';
import { assertSearchable, listMigrations } from '#server/db/migrate.ts';
import { OtherVersionError } from '#server/db/migration-errors.ts';
import { openFiles } from '#server/files/open-files.ts';

import { examineAuditOwner } from './audit-findings.ts';
import type { Findings } from './findings.ts';
import { examineStatements } from './statement-findings.ts';

/** The difference of clocks from which people notice it, in seconds. */
const maxClockDifference = 2;

/** Examines the database and its contents. */
export async function* examineDatabase(config: Config): Findings {
  const database = await openDatabase(config).catch((error: unknown) => {
    if (error instanceof FolderLockedError) return undefined;
    throw error;
  });
  if (!database) {
    yield 'warning: The portal runs: what is in its embedded database was not examined. Stop it to do so.';
    return;
  }
  try {
    yield* examineServer(config, database);
    const { pending, unknown, isAhead } = await listMigrations(database.direct);
    if (isAhead)
      yield `warning: A newer version of the portal has migrated the database (${unknown.at(-1)}). Start that version everywhere.`;
    else if (unknown.length > 0) throw new OtherVersionError(unknown.at(-1));
    if (pending.length > 0) {
      await assertSearchable(database.direct);
      await isOfVersionBefore(database.direct);
      yield `warning: ${pending.length} migrations are not applied, so what is stored was not examined. The next start applies them.`;
    } else {
      if (!isAhead) yield* examineFunctions(database.db);
      yield* examineStored(config, database.db);
    }
    // No other process can open the embedded database.
    if (config.databaseUrl !== null) yield* examineStatements(database.db, pending);
    if (config.databaseUrl !== null && pending.length === 0) yield* examineAuditOwner(database.db);
  } finally {
    await database.close();
  }
}

/** Examines whether the functions and triggers of the database are those of this version. */
async function* examineFunctions(db: Db): Findings {
  const { pending, replaced } = await listFunctionFiles(db);
  if (pending.length > 0)
    yield `warning: Functions of the database are not those of this version (${pending.join(', ')}). The next start applies them.`;
  if (replaced.length > 0) yield `warning: ${describeReplaced(replaced)}`;
}

async function* examineServer(config: Config, database: Database): Findings {
  const before = Date.now();
  const { rows } = await sql<{ version: string; encoding: string; now: Date }>`
    select current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, clock_timestamp() as now`.execute(
    database.db,
  );
  const after = Date.now();
  const { version = '', encoding = '', now = new Date() } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < 15)
    yield `wrong: PostgreSQL ${version} is too old. Use 15 or newer.`;
  else if (encoding !== 'UTF8')
    yield `wrong: The encoding of the database is ${encoding}. Create it with UTF8, and restore a backup.`;
  else yield `ok: PostgreSQL ${version} responds.`;
  const seconds = Math.round((now.getTime() - (before + after) / 2) / 1_000);
  if (Math.abs(seconds) > maxClockDifference)
    yield `warning: The clock of the database is ${seconds} s from that of this machine. Set both by NTP.`;
  if (config.databaseUrl !== null) yield* examineConnections(config, database);
}

/** Examines the ways to the database beside the first one. */
async function* examineConnections(config: Config, { db, pool, direct }: Database): Findings {
  const client = await pool.connect();
  const own = await client
    .query<{ pid: number }>('select pg_backend_pid() as pid')
    .finally(() => client.release());
  const isPooled = 'processID' in client && client.processID !== own.rows[0]?.pid;
  if (isPooled && config.databaseDirectUrl === null)
    yield 'wrong: DATABASE_URL is that of a pooler. Set DATABASE_DIRECT_URL to PostgreSQL itself, too.';
  const identity = sql<object>`
    select system_identifier::text, current_database() from pg_control_system()`;
  const [one, other] = await Promise.all([db, direct].map(async (each) => identity.execute(each)));
  if (JSON.stringify(one?.rows) !== JSON.stringify(other?.rows))
    yield 'wrong: DATABASE_DIRECT_URL is another database than DATABASE_URL. Set it to the PostgreSQL behind that.';
}

/** Examines whether the secret opens stored values and files, and whether the portal runs. */
async function* examineStored(config: Config, db: Db): Findings {
  yield 'ok: All migrations are applied.';
  if (!config.demo && (await hasDemoAccounts(db))) yield `wrong: ${demoAccountsError}`;
  const secrets = await readSecrets(config);
  for (const [table, column, keys] of encryptedColumns(secrets)) {
    const { rows } = await sql<{ id: string; stored: Buffer }>`
      select account_id as id, ${sql.ref(column)} as stored from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db);
    const closed = rows.filter(({ id, stored }) => !decrypt(keys, id, stored)).length;
    if (closed > 0)
      yield `wrong: PORTAL_SECRET does not open ${closed} of ${rows.length} secrets that are stored in ${table}. Set the one of the time when they were stored, as PORTAL_SECRET_FORMER where others are newer.`;
    else if (rows.length > 0) yield `ok: PORTAL_SECRET opens all that is stored in ${table}.`;
  }
  const files = db.selectFrom('attachments').select(['id', 'has_own_key as hasOwnKey']);
  const newest = await files.orderBy('created_at', 'desc').limit(1).executeTakeFirst();
  if (newest) {
    const store = await openFiles(config, secrets.fileKeys);
    const reading = store.read(newest.id, { end: 1, mayBeUnencrypted: !newest.hasOwnKey });
    const isRead = await reading.then((bytes) => bytes.destroy().destroyed).catch(() => false);
    if (isRead) yield 'ok: The file that was attached last can be read.';
    else
      yield 'wrong: The file that was attached last can’t be read: npm run files -- check says why. Set the PORTAL_SECRET and FILES_URL or DATA_DIR of that time.';
  }
  const { rows } = await sql<{ processes: number }>`
    select count(*) as processes from pg_stat_activity
    where datname = current_database() and application_name = ${listenerName}`.execute(db);
  const { processes = 0 } = rows[0] ?? {};
  if (processes > 0) yield `ok: Processes of the portal that run: ${processes}.`;
  else if (config.databaseUrl) yield 'warning: No process of the portal was seen on this database.';
}
