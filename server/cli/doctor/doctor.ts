import { existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { readSecrets } from '#server/auth/secrets.ts';
import {
  type Config,
  ConfigError,
  filesFolder,
  getPublicUrl,
  isLoopback,
  readConfig,
} from '#server/config/config.ts';
import { findRetired } from '#server/config/retired-settings.ts';
import { loadSettingsFile } from '#server/config/settings-file.ts';
import { NoDatabaseError } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { openFiles } from '#server/files/open-files.ts';
import { openTransport } from '#server/mail/mailer.ts';
import { openScanner } from '#server/scanning/scanner.ts';

import { examineCertificate } from './certificate-findings.ts';
import { examineDataFolder, findMissing } from './data-folder-findings.ts';
import { examineDatabase } from './database-findings.ts';
import type { Finding, Findings } from './findings.ts';
import { examinePort } from './port-findings.ts';
import { examineProvider } from './provider-findings.ts';
import { writeReason } from './write-reason.ts';

const responseMs = 10_000;

/** The examinations in order, and what to do where one fails. */
const parts: readonly (readonly [(config: Config) => Findings, string])[] = [
  [examineProgram, 'Install the portal again, as in step 1 of docs/operations/install.md.'],
  [examineCertificate, 'Set TLS_CERT to a certificate.'],
  [examineDataFolder, 'Set DATA_DIR to a folder that this user can write to.'],
  [
    examineDatabase,
    'Check PostgreSQL, and the addresses, names and passwords of the DATABASE_ settings.',
  ],
  [examineFiles, 'Check FILES_URL and its credentials, or the folder “files” of DATA_DIR.'],
  [examineScanner, 'SCAN_URL: start ClamAV’s daemon, and let this user open its socket.'],
  [examineMail, 'Check the address, name and password in SMTP_URL.'],
  [examineProvider, 'Check OIDC_ISSUER.'],
  [examineService, 'Check UPSTREAM_URL, as in step 3 of docs/operations/install.md.'],
  [examinePort, 'Set another PORT, or another HOST.'],
];

/** The examinations left out where the data folder has no portal. */
const ofFolder = new Set([examineDatabase, examineFiles]);

const counts = { ok: 0, warning: 0, wrong: 0 };
const said = new Set<Finding>();
for await (const finding of diagnose()) {
  // Several parts may have the same finding.
  if (said.has(finding)) continue;
  said.add(finding);
  console.log(finding);
  for (const kind of ['warning', 'wrong'] as const)
    if (finding.startsWith(`${kind}:`)) counts[kind] += 1;
}
const warnings = counts.warning === 0 ? '' : `; ${counts.warning} warnings`;
console.log(counts.wrong === 0 ? `Nothing is wrong${warnings}.` : `Wrong: ${counts.wrong}.`);
process.exitCode = Math.min(1, counts.wrong);

async function* diagnose(): Findings {
  let config: Config;
  try {
    loadSettingsFile();
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    yield* explain(error, '');
    return;
  }
  yield 'ok: The settings are valid.';
  for (const sentence of findRetired(process.env)) yield `warning: ${sentence}`;
  const isMissing = findMissing(config) !== undefined;
  for (const [examine, advice] of parts)
    try {
      if (isMissing && ofFolder.has(examine)) continue;
      yield* examine(config);
    } catch (error) {
      yield* explain(error, advice);
    }
}

/** Says why a part failed: in the words of the start, which ends where that is rejected. */
function* explain(error: unknown, advice: string): Generator<Finding, void> {
  if (error instanceof ConfigError) for (const one of error.sentences) yield `wrong: ${one}`;
  else if (error instanceof ExplainedError && !(error instanceof NoDatabaseError))
    yield `wrong: ${error.message}`;
  else yield `wrong: ${writeReason(error)}. ${advice}`;
}

async function* examineProgram(config: Config): Findings {
  if (Number.parseInt(process.versions.node, 10) >= 24) yield `ok: Node ${process.version}.`;
  else yield `wrong: Node ${process.version} is too old. Install Node 24.`;
  if (!existsSync(path.join(import.meta.dirname, '../../../dist/index.html')))
    yield 'warning: The pages are not built. npm start does so, or npm run build.';
  const { protocol, hostname } = new URL(getPublicUrl(config));
  if (protocol !== 'https:' && !isLoopback(hostname))
    yield 'warning: PUBLIC_URL is not https, so passwords can be read on their way. Set up a proxy with https.';
}

/** Writes a file, reads it, and removes it, like an upload that is discarded. */
async function* examineFiles(config: Config): Findings {
  if (config.upstream && config.files.scanUrl === null) return;
  if (config.files.bucket === null && !existsSync(filesFolder(config))) {
    yield 'warning: DATA_DIR has no folder “files”, so writing was not tried. That is right only while no file was attached yet.';
    return;
  }
  const files = await openFiles(config, (await readSecrets(config)).fileKeys);
  const id = newId();
  await files.write(id, Readable.from([Buffer.from(id)]));
  const written = await buffer(await files.read(id));
  await files.discard(id);
  if (written.toString() === id) yield 'ok: Files can be written and read.';
  else throw new Error('A file was not read as it was written');
}

async function* examineScanner({ files: { scanUrl } }: Config): Findings {
  if (scanUrl === null) return;
  const virus = await openScanner(scanUrl, responseMs)(Readable.from([Buffer.from('harmless')]));
  if (virus === undefined) yield 'ok: ClamAV scans files.';
  else throw new Error(`ClamAV finds ${virus} in a harmless file`);
}

async function* examineMail({ mail }: Config): Findings {
  if (!mail) return;
  const transport = await openTransport(mail);
  await transport.verify().finally(() => transport.close());
  yield 'ok: The mail server accepts the portal.';
}

/** Asks the existing service for leads without a key, which it has to reject. */
async function* examineService({ upstream }: Config): Findings {
  if (!upstream) return;
  const signal = AbortSignal.timeout(responseMs);
  const { status } = await fetch(`${upstream.url}/api/v1/lead`, { redirect: 'manual', signal });
  if (status !== 401 && status !== 403)
    throw new Error(`The existing service responds with ${status} to a request without a key`);
  yield 'ok: The existing service responds.';
}
