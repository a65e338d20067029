import { existsSync } from 'node:fs';
import path from 'node:path';

import type { FastifyInstance } from 'fastify';

import { ExplainedError } from '#server/errors/explained-error.ts';

import { hasDemoAccounts } from './accounts/accounts.store.ts';
import { demoAccounts, demoAccountsError } from './accounts/demo-accounts.ts';
import { buildApp } from './app.ts';
import { readSecrets, type Secrets } from './auth/secrets.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { findRetired } from './config/retired-settings.ts';
import { loadSettingsFile } from './config/settings-file.ts';
import { type Database, openDatabase } from './db/connect.ts';
import { describeReplaced } from './db/function-files.ts';
import { migrate } from './db/migrate.ts';
import { withStatementLimit } from './db/statement-limit.ts';
import { seedDemo, seedDemoAccounts } from './demo/seed-demo.ts';
import { openFiles } from './files/open-files.ts';
import { explainListenError } from './http/listen-errors.ts';
import { startTracing } from './tracing/tracing.ts';

/**
 * After a signal to end: when requests in flight are cut off, and when the process exits
 * regardless, in milliseconds.
 */
const timeouts = { requests: 4_000, everything: 4_800 };

try {
  loadSettingsFile();
  for (const sentence of findRetired(process.env)) console.warn(sentence);
  await start(readConfig(process.env));
} catch (error) {
  console.error(error instanceof ExplainedError ? error.message : error);
  process.exitCode = 1;
}

async function start(config: Config): Promise<void> {
  const database = await openDatabase(config);
  try {
    const replaced = await migrate(database.direct);
    if (replaced.length > 0) console.warn(describeReplaced(replaced));
    if (!config.demo && (await hasDemoAccounts(database.db)))
      throw new ConfigError([demoAccountsError]);
    const secrets = await readSecrets(config);
    if (config.demo)
      await withStatementLimit(Infinity, async () => seed(config, database, secrets));
    await startTracing(config);
    const app = await makeApp(config, database, secrets);
    await listen(app, config);
    endOnSignal(app, database);
    announce(app, config);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function seed(config: Config, { db }: Database, { fileKeys }: Secrets): Promise<void> {
  if (config.upstream) await seedDemoAccounts(db);
  else await seedDemo(db, await openFiles(config, fileKeys));
}

async function makeApp(config: Config, database: Database, secrets: Secrets) {
  const portalFolder = path.join(import.meta.dirname, '..', 'dist');
  return buildApp({
    config,
    database,
    secrets,
    logStream: process.stderr,
    // On a laptop a terminal shows what failed.
    logsRequests: !config.demo,
    ...(existsSync(path.join(portalFolder, 'index.html')) ? { portalFolder } : {}),
  });
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  const { host, port } = config;
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw explainListenError(error, config);
  }
}

/**
 * Shuts down on SIGTERM and SIGINT: accepts no new connections, completes requests in flight,
 * closes the database. Takes at most 5 seconds.
 */
function endOnSignal(app: FastifyInstance, database: Database): void {
  const end = async (): Promise<void> => {
    setTimeout(() => app.server.closeAllConnections(), timeouts.requests).unref();
    setTimeout(() => process.exit(1), timeouts.everything).unref();
    await app.close();
    await database.close();
  };
  let ending: Promise<void> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (ending ??= end()));
}

function announce(app: FastifyInstance, config: Config): void {
  console.log(`Listening on ${app.publicUrl}`);
  if (!config.demo) return;
  console.log('Demo accounts:');
  for (const { email, password, name, role, partner } of demoAccounts)
    console.log(`  ${email} / ${password} (${[name, role, partner].filter(Boolean).join(', ')})`);
}
