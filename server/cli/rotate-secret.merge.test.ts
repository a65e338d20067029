import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { describe, expect, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { decrypt } from '#server/auth/encryption.ts';
import { deriveSecrets, type Secrets } from '#server/auth/secrets.ts';
import { filesFolder } from '#server/config/config.ts';
import { openToRead } from '#server/files/encrypted-file.ts';
import { useCode } from '#server/second-factors/second-factors.store.ts';
import { issueToken } from '#server/testing/access/access-credentials.ts';
import { appCode, setUpApp } from '#server/testing/access/apps.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { testPassword } from '#server/testing/people.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

const pdf = attachableFiles['statement.pdf'];
const former = 'a portal secret for tests, long enough';
const fresh = 'another secret, as long as it has to be';
const of = {
  former: deriveSecrets(former),
  both: deriveSecrets(fresh, former),
  fresh: deriveSecrets(fresh),
};

describe('a configured secret', () => {
  const { service, support, testData } = withUploads();

  /** Starts the command as an administrator does. */
  const start = () => {
    const { database, config } = service;
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'secret.ts'), 'rotate'], {
      env: {
        DATABASE_URL: database.pool.options.connectionString ?? '',
        DATA_DIR: config.dataDir,
        PORTAL_SECRET: fresh,
        PORTAL_SECRET_FORMER: former,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { child, said: text(child.stdout), ended: once(child, 'exit') };
  };

  const listFiles = async () => {
    const entries = await readdir(filesFolder(service.config), { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };

  /** Returns how many keys, apps and files the new secret alone opens, and how many there are. */
  const progress = async () => {
    const { rows } = await service.database.pool.query<{ id: string; stored: Buffer }>(
      `select account_id as id, encrypted as stored from keys where encrypted is not null
        union all select account_id, encrypted from authenticators`,
    );
    const { apiKeys, secondFactors, fileKeys } = of.fresh;
    const texts = rows.map(
      ({ id, stored }) => decrypt([apiKeys[0], secondFactors[0]], id, stored) !== undefined,
    );
    const open = async (id: string) =>
      openToRead(path.join(filesFolder(service.config), id), fileKeys).then(
        (bytes) => Boolean(bytes.destroy()),
        () => false,
      );
    const all = [...texts, ...(await Promise.all((await listFiles()).map(open)))];
    return { done: all.filter(Boolean).length, of: all.length };
  };

  test('is replaced while the portal is used, whenever the command is killed; nobody is signed out', async () => {
    const { database, config } = service;
    const { broker } = testData;
    for (let count = 0; count < 3; count += 1) {
      const files = { 'a.pdf': pdf, 'b.pdf': pdf, 'c.pdf': pdf, 'd.pdf': pdf };
      expect((await testData.send(uploadParts(testData.leadId, files))).statusCode).toBe(200);
    }
    const app = await setUpApp(database.db, support.accountId);
    const token = await issueToken(service, broker);
    const confirmed = { password: testPassword };
    await service.as(broker).post('/portal/password-confirmation', confirmed);

    let at = Date.parse('2026-02-01');
    /** Uses what was made before the rotation, and attaches one more file, with these secrets. */
    const use = async (secrets: Secrets) => {
      const portal = await buildApp({ config, database, secrets });
      const headers = broker.session;
      const call = async (url: string, more: object = {}) =>
        portal.inject({ url, headers, ...more });
      const downloads = await Promise.all(
        (await listFiles()).map(async (id) => call(`/portal/attachments/${id}/file`)),
      );
      const revealed = await call('/portal/api-key/reveal', { method: 'POST' });
      const { payload, contentType } = await multipart(
        uploadParts(testData.leadId, { 'new.pdf': pdf }),
      );
      const attached = await call('/api/v1/attachment', {
        method: 'POST',
        payload,
        headers: { ...broker.bearer, 'content-type': contentType },
      });
      const read = await call('/api/v1/lead', { headers: { authorization: `Bearer ${token}` } });
      const session = await call('/portal/session');
      await portal.close();
      const now = new Date((at += 60_000));
      const factor = { accountId: support.accountId, keys: secrets.secondFactors };
      return {
        files: downloads.every(({ rawPayload }) => rawPayload.equals(pdf)),
        apiKey: revealed.json().apiKey === broker.apiKey,
        code: await useCode(database.db, factor, appCode(app.secret, now), now),
        token: read.statusCode,
        session: session.statusCode,
        attached: attached.statusCode,
      };
    };
    const works = { files: true, apiKey: true, code: 'authenticator', session: 200, attached: 200 };
    expect(await use(of.former)).toEqual({ ...works, token: 200 });
    expect(await use(of.both)).toEqual({ ...works, token: 200 });

    const total = (await progress()).of;
    for (const share of [0, 0.3, 0.7]) {
      const { child, ended } = start();
      const isBefore = async () => (await progress()).done <= share * total;
      while (child.exitCode === null && (await isBefore()));
      child.kill('SIGKILL');
      await ended;
      expect(await use(of.both)).toEqual({ ...works, token: 200 });
    }
    expect(await start().said).toMatch(/^Everything .* restart the portal\.\n$/);
    const { done, of: all } = await progress();
    expect(done).toBe(all);
    expect(await use(of.fresh)).toEqual({ ...works, token: 401 });
    expect(await use(of.former)).toMatchObject({ files: false, apiKey: false, code: undefined });
  });
});
