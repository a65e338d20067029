import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

/** Runs the check against a registry that answers like this; undefined: not at all. */
async function check(advisories: object | undefined): Promise<{ code: number; printed: string }> {
  const registry = createServer((request, response) => {
    const isAsked = request.url === '/-/npm/v1/security/advisories/bulk';
    response.writeHead(isAsked && advisories ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAsked ? (advisories ?? {}) : {}));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  onTestFinished(() => void registry.close());
  const { port } = registry.address() as AddressInfo;
  const cache = await mkdtemp(path.join(tmpdir(), 'portal-npm-'));
  onTestFinished(async () => rm(cache, { recursive: true }));
  const env = {
    npm_config_cache: cache,
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
  };
  return new Promise((resolve) => {
    const program = path.join(import.meta.dirname, 'vulnerabilities.ts');
    const checking = execFile(process.execPath, [program], { env }, (_error, printed) =>
      resolve({ code: checking.exitCode ?? -1, printed }),
    );
  });
}
const advise = (severity: string) => ({
  fastify: [
    {
      id: 1,
      url: 'https://advisories.test/1',
      title: 'Made up',
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
