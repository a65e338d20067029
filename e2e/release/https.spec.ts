import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { json } from 'node:stream/consumers';

import { pdf } from '#e2e/files.ts';
import { expect, test as base } from '#e2e/fixtures.ts';
import { findPorts } from '#e2e/free-ports.ts';
import { prepare, proxyNames, type Setting, startProxy } from '#e2e/https-proxies.ts';
import { runCommand } from '#e2e/operated-product.ts';
import { startProduct } from '#e2e/product.ts';
import { uploadFiles } from '#e2e/screens/attachments.ts';

const [email, password] = ['hemi@people.test', 'lantern kauri tide'];

const test = base.extend<object, { setting: Setting }>({
  setting: [
    async ({}, use) => {
      const setting = await prepare();
      await use(setting);
      await setting.remove();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ setting: { ports, file } }, use) => {
      let link = '';
      const settings = {
        DATA_DIR: file('data'),
        PORT: String(ports.portal),
        PUBLIC_URL: `https://localhost:${ports.https}`,
        TRUST_PROXY: '127.0.0.1',
        TLS_CERT: file('portal-inside.pem'),
        TLS_KEY: file('portal-inside.key'),
      };
      const product = await startProduct(settings, async (env) => {
        const account = ['--email', email, '--role', 'partner-admin', '--partner', 'Harbour Loans'];
        link = await runCommand(['account', '--', 'add', ...account], env);
      });
      const token = new URL(link).hash.replace('#set-password=', '');
      const inside = { ca: await readFile(file('portal-inside.pem')), port: ports.portal };
      const set = { ...inside, method: 'POST', path: '/portal/password' };
      expect((await send(set, { token, password })).statusCode).toBe(200);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
// The browser’s own message about a response before sign-in.
test.use({ ignoreHTTPSErrors: true, expectedNoise: /the server responded with a status of 401/ });
// One address, at which one proxy after the other listens.
test.describe.configure({ mode: 'serial' });

for (const name of proxyNames)
  test(`behind ${name}, as deploy/ has it`, async ({ page, setting }) => {
    const proxy = await startProxy(name, setting);
    try {
      // Plain http leads people to https, and fails for programs.
      const httpUrl = `http://localhost:${setting.ports.http}`;
      const moved = await page.request.get(`${httpUrl}/leads?q=a`, { maxRedirects: 0 });
      expect(moved.status()).toBe(301);
      expect(moved.headers()['location']).toMatch(/^https:\/\/localhost[:\d]*\/leads\?q=a$/);
      for (const path of ['/api/v1/lead', '/portal/session', '/operator/v1/leads'])
        expect((await page.request.get(httpUrl + path, { maxRedirects: 0 })).status()).toBe(403);

      const response = await page.goto('/leads');
      expect(response?.headers()).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'permissions-policy': expect.stringContaining('camera=()'),
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
      const cookies = await page.context().cookies();
      const session = cookies.find((cookie) => cookie.name.endsWith('portal-session'));
      expect(session).toMatchObject({
        name: '__Host-portal-session',
        secure: true,
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
      });

      // Learned of by the stream.
      const { accessToken } = await (await page.request.post('/portal/access-token')).json();
      const fields = {
        firstName: 'Hemi',
        lastName: name,
        companyName: 'Kauri',
        phone: '+6490001234',
      };
      const headers = { authorization: `Bearer ${accessToken}` };
      const created = await page.request.post('/api/v1/lead', { headers, data: { fields } });
      const shown = page.getByRole('link', { name: `Hemi ${name}` });
      await expect(page.getByRole('button', { name: '1 new lead – Show' }).or(shown)).toBeVisible();

      // As large as files may be.
      await page.goto(`/leads/${(await created.json()).id}`);
      const small = pdf('june.pdf');
      const rest = Buffer.alloc(25 * 2 ** 20 - small.buffer.length, ' ');
      const large = { ...small, buffer: Buffer.concat([small.buffer, rest]) };
      await uploadFiles(page, [large]);
      // By request: the browser downloads nothing where it would refuse the certificate.
      const href = await page.getByRole('link', { name: 'Download june.pdf' }).getAttribute('href');
      const downloaded = await page.request.get(href ?? '');
      expect((await downloaded.body()).equals(large.buffer)).toBe(true);
      expect(proxy.output()).not.toContain('q=a');
    } finally {
      await proxy.stop();
    }
  });

test('only the proxy is believed who the client is', async ({ setting, product }) => {
  const { ports, file } = setting;
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.test' };
  /** Signs in from an address of this machine. Returns those in its session and the audit trail. */
  const signInFrom = async (localAddress: string, port: number, certificate: string) => {
    const options = { port, localAddress, ca: await readFile(file(certificate)) };
    const signIn = { ...options, headers: forged, method: 'POST', path: '/portal/session' };
    const { statusCode, headers } = await send(signIn, { email, password });
    expect(statusCode).toBe(200);
    const cookie = headers['set-cookie']?.map((text) => text.split(';')[0]).join('; ') ?? '';
    const read = { ...options, headers: { ...forged, cookie } };
    const trail = (await json(await send({ ...read, path: '/portal/audit?act=sign-in' }))) as {
      entries: { address: string }[];
    };
    const list = { ...read, path: '/portal/sessions' };
    const sessions = (await json(await send(list))) as { address: string; isCurrent: boolean }[];
    const address = sessions.find(({ isCurrent }) => isCurrent)?.address;
    expect(trail.entries[0]?.address).toBe(address);
    return address;
  };
  expect(await signInFrom('127.0.0.2', ports.portal, 'portal-inside.pem')).toBe('127.0.0.2');
  for (const name of proxyNames) {
    const proxy = await startProxy(name, setting);
    expect([name, await signInFrom('127.0.0.3', ports.https, 'portal.pem')]).toEqual([
      name,
      '127.0.0.3',
    ]);
    await proxy.stop();
  }
  // The portal itself speaks nothing but https, of today.
  expect(product.url).toBe(`https://localhost:${ports.https}`);
  await expect(fetch(`http://127.0.0.1:${ports.portal}/healthz`)).rejects.toThrow();
  const old = ['s_client', '-connect', `127.0.0.1:${ports.portal}`, '-tls1_1'];
  expect(() => execFileSync('openssl', old, { input: '', stdio: 'pipe' })).toThrow();
});

test('where the portal speaks http to the proxy, each one passes requests on', async ({
  setting,
}) => {
  const { ports, file } = setting;
  const [port = 0] = await findPorts(1);
  const unencrypted = await startProduct({
    DATA_DIR: file('plain-data'),
    PORT: String(port),
    PUBLIC_URL: `https://localhost:${ports.https}`,
    TRUST_PROXY: '127.0.0.1',
  });
  try {
    for (const name of proxyNames) {
      const inside = { ...setting, ports: { ...ports, portal: port } };
      const proxy = await startProxy(name, inside, 'http');
      const ca = await readFile(file('portal.pem'));
      const session = { port: ports.https, ca, method: 'POST', path: '/portal/session' };
      // It can tell that people use https, and from where.
      const { statusCode, headers } = await send(session, {
        email: 'nobody@people.test',
        password,
      });
      expect([name, statusCode]).toEqual([name, 401]);
      expect(headers['strict-transport-security']).toContain('max-age=31536000');
      await proxy.stop();
    }
  } finally {
    await unencrypted.stop();
  }
});

type Sent = Omit<RequestOptions, 'headers'> & { headers?: Readonly<Record<string, string>> };

/** Sends a request to this machine. */
async function send(options: Sent, body?: object): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { ...options.headers, ...(body && { 'content-type': 'application/json' }) };
  const target = { host: '127.0.0.1', servername: 'localhost', ...options };
  const onward = request({ ...target, headers: { host: 'localhost', ...headers } }, resolve);
  onward.once('error', reject).end(body && JSON.stringify(body));
  return promise;
}
