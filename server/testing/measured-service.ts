import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/connect.ts';

import { testSecrets } from './test-app.ts';

/**
 * The service as a separate process, for measuring its speed: on the migrated database
 * `DATABASE_URL`, with the secrets of tests and without rate limits. It serves the portal built in
 * `PORTAL_FOLDER`, so that two portals can be compared on the same service.
 */
const config = readConfig(process.env);
const portalFolder = process.env['PORTAL_FOLDER'];
if (portalFolder === undefined) throw new Error('PORTAL_FOLDER is not set.');

const database = await openDatabase(config);
const app = await buildApp({
  config,
  database,
  secrets: testSecrets,
  portalFolder,
  requestsPerMinute: Infinity,
  logStream: process.stderr,
});
await app.listen({ host: config.host, port: config.port });
process.once('SIGTERM', () => void app.close().then(async () => database.close()));
console.log(`Listening on ${app.publicUrl}`);
