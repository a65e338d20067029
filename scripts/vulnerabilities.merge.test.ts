import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

/** Where a check runs, if it is elsewhere than usual. */
interface Elsewhere {
  readonly path?: string;
  readonly cwd?: string;
}

/** Runs the check against a registry that answers like this; undefined: not at all. */
async function check(
  advisories: object | undefined,
  elsewhere: Elsewhere = {},
): Promise<{ code: number; printed: string }> {
  const registry = createServer((request, response) => {
    const isRequested = request.url === '/-/npm/v1/security/advisories/bulk';
    response.writeHead(isRequested && advisories ? 200 : 404, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(isRequested ? (advisories ?? {}) : {}));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  onTestFinished(() => void registry.close());
  const { port } = registry.address() as AddressInfo;
  // Settings of whoever runs the tests, such as the cache of `npm run`, must not count.
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  const env = {
    ...Object.fromEntries(outer),
    PATH: elsewhere.path ?? process.env['PATH'],
    npm_config_cache: await emptyFolder(),
    npm_config_userconfig: devNull,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
  };
  const { cwd } = elsewhere;
  return new Promise((resolve) => {
    const program = path.join(import.meta.dirname, 'vulnerabilities.ts');
    const checking = execFile(process.execPath, [program], { env, cwd }, (_error, printed) =>
      resolve({ code: checking.exitCode ?? -1, printed }),
    );
  });
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-npm-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  return folder;
}

const advise = (severity: string, title = 'Made up') => ({
  fastify: [
    {
      id: 1,
      url: 'https://advisories.test/1',
      title,
      severity,
      vulnerable_versions: '*',
      cwe: [],
      cvss: { score: 0, vectorString: null },
    },
  ],
});

test('a known vulnerability of high severity fails, a lower one is listed', async () => {
  const high = await check(advise('high'));
  expect(high).toMatchObject({ code: 1, printed: expect.stringContaining('fastify: high') });
  const low = await check(advise('low'));
  expect(low).toMatchObject({ code: 0, printed: expect.stringContaining('fastify: low') });
  const none = await check({});
  expect(none).toEqual({ code: 0, printed: 'Known vulnerabilities: 0, high or critical: 0.\n' });
});

test('a registry that does not answer is said, and fails nothing', async () => {
  expect(await check(undefined)).toEqual({
    code: 0,
    printed: expect.stringContaining('NOT CHECKED'),
  });
});

test('a long report is read whole', async () => {
  const found = await check(advise('high', 'x'.repeat(2 ** 20)));
  expect(found).toMatchObject({ code: 1, printed: expect.stringContaining('fastify: high') });
});

test('npm that is missing, or has no list of packages to ask about, fails', async () => {
  const folder = await emptyFolder();
  const missing = await check({}, { path: folder });
  expect(missing).toEqual({ code: 1, printed: expect.stringContaining('ENOENT') });
  const unlisted = await check({}, { cwd: folder });
  expect(unlisted).toEqual({ code: 1, printed: expect.stringContaining('ENOLOCK') });
});

test('settings of whoever runs the tests do not count', async () => {
  vi.stubEnv('npm_config_cache', await emptyFolder());
  vi.stubEnv('NPM_CONFIG_REGISTRY', 'http://127.0.0.1:9/');
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const severity of ['low', 'high'])
    expect(await check(advise(severity))).toMatchObject({ code: severity === 'high' ? 1 : 0 });
});
