import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { findPorts } from '#e2e/free-ports.ts';
import { deployedFile, type Variables } from '#e2e/reference/deployed-files.ts';
import { runPgBouncer } from '#e2e/reference/pg-bouncer.ts';
import {
  findPostgres,
  findProgram,
  listening,
  owner,
  type Program,
  startProgram,
} from '#e2e/reference/programs.ts';
import { newId } from '#server/db/ids.ts';

import { bothInSync, DatabaseNode, nodeNames, until } from './database-nodes.ts';

/** The secret of the portals, and of the people who are made for the test. */
const portalSecret = 'a portal secret for tests, long enough';

/** The running set-up of `deploy/reference/`, on free ports, in a folder of its own. */
export interface SetUp {
  /** Where people and programs come in. */
  readonly origin: string;
  /** The primary’s address. */
  readonly databaseUrl: string;
  readonly nodes: readonly [DatabaseNode, DatabaseNode];
  readonly portals: readonly Restarted[];
  readonly pooler: Restarted;
  readonly stop: () => Promise<void>;
}

/** A program that can be ended and started again. */
export class Restarted {
  readonly #launch: () => Promise<Program>;
  #running: Program | undefined;

  constructor(launch: () => Promise<Program>) {
    this.#launch = launch;
  }

  async start(): Promise<void> {
    this.#running = await this.#launch();
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.#running?.end(signal);
  }

  output(): string {
    return this.#running?.output() ?? '';
  }
}

/** Starts everything, the portal last. */
export async function startSetUp(): Promise<SetUp> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-failover-'));
  const ended: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ended.toReversed()) await end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await chmod(folder, 0o711);
    if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? 0);
    const variables = await chooseVariables(folder);
    const etcd = await startEtcd(variables);
    ended.push(async () => etcd.end('SIGTERM'));
    const nodes = [nodeIn(0, variables), nodeIn(1, variables)] as const;
    for (const node of nodes) await node.start();
    ended.push(async () => void (await Promise.all(nodes.map(async (node) => node.kill()))));
    const proxy = await startHaproxy(folder, variables);
    ended.push(async () => proxy.end('SIGTERM'));
    await bothInSync(nodes);
    await createDatabase(variables);
    const user = { username: 'portal', password: String(variables['PORTAL_PASSWORD']) };
    const pooler = new Restarted(async () => runPgBouncer(folder, variables, user));
    const portals = [1, 2, 3].map((number) => portalIn(variables, number));
    for (const program of [pooler, ...portals]) {
      await program.start();
      ended.push(async () => program.end('SIGTERM'));
    }
    const origin = `http://127.0.0.1:${variables['PUBLIC_PORT']}`;
    await until('the portal', async () => (await fetch(`${origin}/readyz`)).ok);
    const databaseUrl = `postgres://portal:${user.password}@127.0.0.1:${variables['PRIMARY_PORT']}/portal`;
    return { origin, databaseUrl, nodes, portals, pooler, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns a value for each variable of `settings.env`. Installs missing programs. */
async function chooseVariables(folder: string): Promise<Variables> {
  const settings = parseEnv(await deployedFile('settings.env', {}));
  const names = Object.keys(settings).filter((name) => name.endsWith('_PORT'));
  const ports = await findPorts(names.length);
  return {
    ...settings,
    FOLDER: folder,
    POSTGRES_PROGRAMS: findPostgres(),
    POSTGRES_PASSWORD: newId(),
    PORTAL_PASSWORD: newId(),
    PORTAL_SECRET: portalSecret,
    ...Object.fromEntries(names.map((name, at) => [name, ports[at]])),
  };
}

async function startEtcd(variables: Variables): Promise<Program> {
  const env = { ...process.env, ...parseEnv(await deployedFile('etcd.env', variables)) };
  const etcd = startProgram(findProgram('etcd', 'etcd-server'), [], { env, user: owner });
  await listening(Number(variables['ETCD_PORT']), etcd);
  return etcd;
}

function nodeIn(index: 0 | 1, variables: Variables): DatabaseNode {
  const name = nodeNames[index];
  const port = (of: string) => variables[`${of}_${index + 1}_PORT`] ?? 0;
  const own = { NODE: name, PATRONI_PORT: port('PATRONI'), POSTGRES_PORT: port('POSTGRES') };
  return new DatabaseNode(name, { ...variables, ...own });
}

async function startHaproxy(folder: string, variables: Variables): Promise<Program> {
  for (const name of ['haproxy.cfg', 'unavailable.http'])
    await writeFile(join(folder, name), await deployedFile(name, variables));
  const args = ['-db', '-f', join(folder, 'haproxy.cfg')];
  const proxy = startProgram(findProgram('haproxy', 'haproxy'), args, { user: {} });
  await listening(Number(variables['PUBLIC_PORT']), proxy);
  return proxy;
}

/** Creates the role and the database of the portal, as docs/operations/install.md says. */
async function createDatabase(variables: Variables): Promise<void> {
  const url = `postgres://postgres:${variables['POSTGRES_PASSWORD']}@127.0.0.1:${variables['PRIMARY_PORT']}/postgres`;
  for (const statement of [
    `create role portal login password '${variables['PORTAL_PASSWORD']}'`,
    `create database portal owner portal encoding 'UTF8' template template0`,
  ])
    execFileSync(join(String(variables['POSTGRES_PROGRAMS']), 'psql'), ['-qc', statement, url]);
}

/** Returns a process of the portal, which has started once it listens. */
function portalIn(variables: Variables, number: number): Restarted {
  const port = Number(variables[`PORTAL_${number}_PORT`]);
  return new Restarted(async () => {
    const settings = parseEnv(await deployedFile('portal.env', variables));
    await mkdir(String(settings['DATA_DIR']), { recursive: true, mode: 0o700 });
    const env = { ...process.env, ...settings, PORT: String(port) };
    const portal = startProgram(process.execPath, ['server/main.ts'], { env, user: {} });
    await listening(port, portal);
    return portal;
  });
}
