import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@playwright/test';

import { findPorts } from './free-ports.ts';
import { installFromDebian, isExecutable, onPath } from './installed.ts';

/** The proxies with a configuration in `deploy/`. */
export const proxyNames = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyName = (typeof proxyNames)[number];

/** Certificates made for a test, and free ports. */
export interface Setting {
  readonly folder: string;
  readonly ports: Readonly<Record<'https' | 'http' | 'portal', number>>;
  readonly file: (name: string) => string;
  readonly remove: () => Promise<void>;
}

/** Makes a folder with certificates for people and for inside, and finds three free ports. */
export async function prepare(): Promise<Setting> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-https-'));
  const file = (name: string) => join(folder, name);
  for (const name of ['portal', 'portal-inside']) makeCertificate(file(name));
  const both = await Promise.all(
    ['portal.pem', 'portal.key'].map(async (name) => readFile(file(name))),
  );
  await writeFile(file('portal-with-key.pem'), Buffer.concat(both));
  const [https = 0, http = 0, portal = 0] = await findPorts(3);
  const remove = async () => rm(folder, { recursive: true, force: true });
  return { folder, ports: { https, http, portal }, file, remove };
}

function makeCertificate(path: string): void {
  const options = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', `${path}.key`, '-out', `${path}.pem`];
  execFileSync('openssl', [...options.split(' '), ...name, ...files], { stdio: 'pipe' });
}

/** How each proxy is run with a configuration: its file in `deploy/`, and what surrounds it. */
const proxies: Readonly<
  Record<
    ProxyName,
    {
      file: string;
      package: string;
      args: (path: string) => string[];
      around: (text: string) => string;
    }
  >
> = {
  nginx: {
    file: 'nginx.conf',
    package: 'nginx-light',
    args: (path) => ['-e', 'stderr', '-c', path],
    around: (text) =>
      `daemon off; user root; pid nginx.pid; events {}
      http { client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      ${text} }`,
  },
  haproxy: {
    file: 'haproxy.cfg',
    package: 'haproxy',
    args: (path) => ['-db', '-f', path],
    around: (text) => text,
  },
  caddy: {
    file: 'Caddyfile',
    package: 'caddy',
    args: (path) => ['run', '--adapter', 'caddyfile', '--config', path],
    around: (text) => `{\n admin off\n skip_install_trust\n grace_period 1s\n}\n${text}`,
  },
};

/** What docs/operations/install.md changes where the portal speaks http to the proxy. */
const withoutTls: Readonly<Record<ProxyName, readonly [RegExp, string]>> = {
  nginx: [/proxy_pass https:/, 'proxy_pass http:'],
  haproxy: [/(?<=server portal \S+) ssl.*/, ''],
  caddy: [/reverse_proxy https:(\S+) \{\s+transport http \{[^}]+\}\s+\}/, 'reverse_proxy http:$1'],
};

/**
 * Starts a proxy with its configuration of `deploy/`, in which only hosts, ports and folders are
 * replaced; for a portal that speaks http, also what the documentation says. Returns how to stop
 * it, and its output.
 */
export async function startProxy(
  name: ProxyName,
  { folder, ports, file }: Setting,
  inside: 'https' | 'http' = 'https',
) {
  const { args, around, ...proxy } = proxies[name];
  const program = findProxy(name, proxy.package);
  const written = await readFile(join(import.meta.dirname, '..', 'deploy', proxy.file), 'utf8');
  const [tls, withoutLines] = withoutTls[name];
  if (!tls.test(written)) throw new Error(`${proxy.file} has no ${String(tls)}.`);
  const replaced = (inside === 'http' ? written.replace(tls, withoutLines) : written)
    .replaceAll('/etc/ssl/', `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.portal}`)
    .replaceAll('https://portal.example.com {', `https://localhost:${ports.https} {`)
    .replaceAll('http://portal.example.com {', `http://localhost:${ports.http} {`)
    .replaceAll('portal.example.com', 'localhost')
    .replaceAll(/\b(listen |bind :)443\b/g, `$1${ports.https}`)
    .replaceAll(/\b(listen |bind :)80\b/g, `$1${ports.http}`);
  await mkdir(file('home'), { recursive: true });
  await writeFile(file(proxy.file), around(replaced));
  const env = {
    ...process.env,
    HOME: file('home'),
    XDG_DATA_HOME: file('home'),
    XDG_CONFIG_HOME: file('home'),
  };
  const prefix = name === 'nginx' ? ['-p', folder] : [];
  const running = spawn(program, [...prefix, ...args(file(proxy.file))], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [running.stdout, running.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  await listening(running, ports.https, () => output);
  const stop = async () => {
    running.kill('SIGTERM');
    if (running.exitCode === null && running.signalCode === null) await once(running, 'close');
  };
  return { stop, output: () => output };
}

function findProxy(name: ProxyName, fromDebian: string): string {
  // Debian has them in a folder that is on the PATH of root alone; not all know --version.
  const find = () => onPath([name], isExecutable) ?? [`/usr/sbin/${name}`].find(isExecutable);
  const found = find() ?? (installFromDebian(fromDebian) ? find() : undefined);
  if (found) return found;
  throw new Error(`The tests of https need ${name}: install it (${fromDebian}).`);
}

/** Resolves once the proxy accepts connections; rejects with its output if it ends before. */
async function listening(proxy: ChildProcess, port: number, output: () => string): Promise<void> {
  await expect(async () => {
    if (proxy.exitCode !== null) return;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect').finally(() => socket.destroy());
  }).toPass({ intervals: [50] });
  if (proxy.exitCode !== null) throw new Error(`The proxy has ended:\n${output()}`);
}
