import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { startPgBouncer } from '#e2e/reference/pg-bouncer.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { migrate } from '#server/db/migrate.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';
import { started } from '#server/testing/access/with-people.ts';
import { json, startFakeService } from '#server/testing/fake-service.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { startClamdStandIn } from '#server/testing/scanning/clamd-stand-in.ts';
import { testSecret } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

import { examine, findOthers } from './run-doctor.ts';

const { service, testData } = withUploads('PostgreSQL');
const mailbox = started(openMailbox);
const clamd = started(async () => startClamdStandIn());
let settings: Record<string, string>;
beforeAll(async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { connectionString = '' } = service.database.pool.options;
  settings = {
    DATABASE_URL: connectionString,
    DATA_DIR: service.config.dataDir,
    PORTAL_SECRET: testSecret,
    SCAN_URL: clamd.url,
    ...mailbox.env,
  };
});

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-doctor-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  return folder;
}
test('an installation with all its parts is right, and each part is named', async () => {
  const parts = uploadParts(testData.leadId, { 'june.pdf': attachableFiles['statement.pdf'] });
  expect((await testData.send(parts)).statusCode).toBe(200);
  const lines = await examine(settings);
  expect(lines.slice(0, -1).filter((line) => !line.startsWith('ok:'))).toEqual([]);
  for (const part of [
    'settings are valid',
    'PostgreSQL 1',
    'migrations are applied',
    'stored in keys',
    'attached last can be read',
    'Processes of the portal that run: 1',
    'can be written and read',
    'ClamAV scans',
    'mail server accepts',
  ])
    expect(lines.join('\n')).toContain(part);
});

test('another secret, and a folder that is none, are wrong', async () => {
  const dataDir = await makeFolder();
  await writeFile(join(dataDir, 'files'), '');
  const other = { ...settings, PORTAL_SECRET: 'another secret, which is long enough' };
  expect(await findOthers(other)).toEqual([
    expect.stringMatching(/^wrong: PORTAL_SECRET does not open (\d+) of \1 secrets.* in keys\./),
    expect.stringMatching(/^wrong: The file that was attached last can’t be read/),
  ]);
  expect(await findOthers({ ...settings, DATA_DIR: dataDir })).toEqual([
    expect.stringMatching(/^wrong: The file that was attached last can’t be read/),
    expect.stringMatching(/^wrong: (EEXIST|ENOTDIR).* Check FILES_URL/),
  ]);
});

test('what can’t be reached is named with what to do, without passwords', async () => {
  const address = '//someone:hidden-password@127.0.0.1:9';
  const lines = await findOthers({
    DATA_DIR: service.config.dataDir,
    DATABASE_URL: `postgres:${address}/portal`,
    PORTAL_SECRET: testSecret,
    SCAN_URL: 'tcp://127.0.0.1:9',
    SMTP_URL: `smtp:${address}`,
    SMTP_FROM: 'portal@example.com',
    UPSTREAM_URL: 'http://127.0.0.1:1',
  });
  for (const name of ['DATABASE_URL', 'SCAN_URL', 'SMTP_URL', 'UPSTREAM_URL'])
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^wrong: .*${name}`)));
  expect(await findOthers({ PORT: 'x', SCAN_URL: 'http://scanner' })).toEqual([
    'wrong: PORT must be a port: 0 to 65535.',
    expect.stringMatching(/^wrong: SCAN_URL must be on this machine/),
  ]);
});

test('a data folder that can’t be created, a provider that doesn’t respond and a port in use are wrong, each once', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'file'), '');
  const listener = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  listener.on('connection', (socket) => socket.end('another program'));
  const { port } = listener.address() as AddressInfo;
  const lines = await findOthers({
    ...settings,
    DATA_DIR: join(folder, 'file', 'data'),
    OIDC_ISSUER: 'http://127.0.0.1:2',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'hidden-password',
    PORT: String(port),
  });
  expect(lines.filter((line) => line.startsWith('wrong:'))).toEqual([
    expect.stringMatching(/^wrong: DATA_DIR can’t be used: ENOTDIR.*\. Set it to a folder/),
    expect.stringMatching(/^wrong: The identity provider can’t be reached: .*ECONNREFUSED/),
    `wrong: PORT ${port} is in use by another program: stop it, or set another PORT.`,
  ]);
  const { port: own } = service.app.server.address() as AddressInfo;
  expect(await examine({ ...settings, PORT: String(own) })).toContain(
    `ok: The portal responds at PORT ${own}.`,
  );
});

test('a file of deploy/ that was not run, and a role that owns the audit trail, are hints', async () => {
  const { pool } = service.database;
  await pool.query('create index snoozes_former_key on snoozes (record_id, account_id)');
  onTestFinished(async () => void (await pool.query('drop index snoozes_former_key')));
  expect(await examine(settings, [], /never/)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^warning: deploy\/after-0105\.sql was not run/),
      expect.stringMatching(/^warning: The portal’s role owns the audit trail/),
    ]),
  );
});

test('a pooler needs the address of PostgreSQL; a setting that is no longer used, and clocks that differ, are warned of', async () => {
  const { DATABASE_URL = '' } = settings;
  const pooler = await startPgBouncer(DATABASE_URL);
  onTestFinished(async () => pooler.stop());
  const pooled = { ...settings, DATABASE_URL: pooler.url };
  expect(await findOthers(pooled)).toEqual([
    expect.stringMatching(/^wrong: DATABASE_URL is that of a pooler\. Set DATABASE_DIRECT_URL/),
  ]);
  expect(await findOthers({ ...pooled, DATABASE_DIRECT_URL: DATABASE_URL })).toEqual([]);
  const elsewhere = DATABASE_URL.replace(/\/[^/]*$/, '/postgres');
  expect(await findOthers({ ...pooled, DATABASE_DIRECT_URL: elsewhere })).toContainEqual(
    expect.stringMatching(/^wrong: DATABASE_DIRECT_URL is another database/),
  );
  expect(await findOthers({ ...settings, DATABASE_READ_URL: DATABASE_URL })).toEqual([
    'warning: DATABASE_READ_URL is no longer used: everything is read from the database of DATABASE_URL. Remove it.',
  ]);
  const late = 'data:text/javascript,const now=Date.now;Date.now=()=>now()-60000';
  expect(await findOthers(settings, ['--import', late])).toEqual([
    'warning: The clock of the database is 60 s from that of this machine. Set both by NTP.',
  ]);
});

test('an existing service that lets anybody in, or is not there, is wrong', async () => {
  const fake = await startFakeService(json([]));
  onTestFinished(async () => fake.close());
  const inFront = { ...settings, UPSTREAM_URL: fake.url };
  expect(await findOthers(inFront)).toEqual([
    expect.stringMatching(/^wrong: The existing service responds with 200 to a request without/),
  ]);
  fake.respondWith((_request, response) => response.writeHead(401).end());
  expect(await findOthers(inFront)).toEqual([]);
});

test('an expired certificate, the key of another one and a full disk are wrong; one that ends soon is warned of', async () => {
  const folder = await makeFolder();
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const make = `req -x509 -newkey rsa:2048 -nodes -subj /CN=x -days 9 -out ${TLS_CERT} -keyout ${TLS_KEY}`;
  execFileSync('openssl', make.split(' '), { stdio: 'ignore' });
  const withCertificate = { ...settings, PUBLIC_URL: 'https://localhost', TLS_CERT, TLS_KEY };
  expect(await findOthers(withCertificate)).toEqual([
    expect.stringMatching(/^warning: The certificate of TLS_CERT is valid for 8 days/),
  ]);
  const other = ['-keyout', join(folder, 'other.key'), '-out', join(folder, 'other.pem')];
  execFileSync('openssl', [...make.split(' ').slice(0, -4), ...other], { stdio: 'ignore' });
  expect(await findOthers({ ...withCertificate, TLS_KEY: other[1] ?? '' })).toEqual([
    expect.stringMatching(/^wrong: TLS_KEY is the key of another certificate than TLS_CERT: set/),
  ]);
  const later = 'data:text/javascript,const now=Date.now;Date.now=()=>now()+10*86400000';
  expect(await findOthers(withCertificate, ['--import', later])).toContainEqual(
    expect.stringMatching(/^wrong: The certificate of TLS_CERT has expired: /),
  );
  const full = `import fs from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module';
    fs.statfs = async () => ({ bavail: 40000, bsize: 4096 }); syncBuiltinESMExports();`;
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(full)}`];
  expect(await examine(settings, nodeOptions, /never/)).toContainEqual(
    'wrong: The disk of DATA_DIR has 0.2 GiB left. Make room.',
  );
});

test('half of the secrets encrypted with another one are found', async () => {
  const { pool } = service.database;
  await pool.query(`update keys set encrypted = reverse(encrypted) where account_id =
    (select max(account_id) from keys where kind = 'profile')`);
  onTestFinished(async () => {
    await pool.query(`update keys set encrypted = reverse(encrypted) where account_id =
      (select max(account_id) from keys where kind = 'profile')`);
  });
  expect(await findOthers(settings)).toEqual([
    expect.stringMatching(/^wrong: PORTAL_SECRET does not open 1 of \d+ secrets/),
  ]);
});

test('a mistyped data folder is wrong, and nothing is created in it', async () => {
  const folder = await makeFolder();
  const missing = join(folder, 'mistyped');
  expect(await findOthers({ DATA_DIR: missing })).toEqual([
    expect.stringMatching(/^wrong: DATA_DIR has no portal: .*PG_VERSION is missing\./),
  ]);
  expect(await findOthers({ DATA_DIR: folder, PORTAL_SECRET: testSecret })).toHaveLength(1);
  expect(await findOthers({ ...settings, DATA_DIR: missing })).toContainEqual(
    expect.stringMatching(/^warning: DATA_DIR has no folder “files”/),
  );
  expect(await readdir(folder)).toEqual([]);
});

test('functions of the database that are older or newer than this version are warned of', async () => {
  const { pool, direct } = service.database;
  const file = ['feed/feed.functions.sql'];
  onTestFinished(async () => {
    await pool.query('delete from schema_files where name = $1', file);
    await migrate(direct);
  });
  await pool.query("insert into schema_files (name, hash) values ($1, 'newer')", file);
  expect(await findOthers(settings)).toEqual([
    expect.stringMatching(
      /^warning: The database has had later texts of functions .*\(feed\/feed\./,
    ),
  ]);
  await pool.query('delete from schema_files where name = $1', file);
  expect(await findOthers(settings)).toEqual([
    expect.stringMatching(/^warning: Functions .* are not those of this version \(feed\/feed\./),
  ]);
});

test('a newer version beside this one is warned of; another one is wrong; an embedded database in use was not examined', async () => {
  const { pool } = service.database;
  await mkdir(join(service.config.dataDir, 'files'), { recursive: true });
  const apply = async (name: string) =>
    pool.query('insert into schema_migrations values ($1, $2)', [name, '2026-01-01']);
  await apply('9999-newer');
  expect(await findOthers(settings)).toEqual([
    'warning: A newer version of the portal has migrated the database (9999-newer). Start that version everywhere.',
  ]);
  expect((await examine(settings)).join()).toContain('PORTAL_SECRET opens');
  await apply('0001-another');
  expect(await findOthers(settings)).toEqual([
    'wrong: The database is of another version of the portal, which has applied 9999-newer: run that version, or a newer one.',
  ]);
  const dataDir = await makeFolder();
  await mkdir(join(dataDir, 'database'));
  for (const name of ['database/PG_VERSION', 'portal-secret'])
    await writeFile(join(dataDir, name), '18');
  await mkdir(join(dataDir, 'files'));
  const unlock = lockFolder(dataDir);
  expect(await findOthers({ DATA_DIR: dataDir })).toEqual([
    expect.stringMatching(/^warning: The portal runs/),
  ]);
  unlock();
});
