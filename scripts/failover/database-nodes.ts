import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod/mini';

import { deployedFile, type Variables } from '#e2e/reference/deployed-files.ts';
import { findProgram, owner, type Program, startProgram } from '#e2e/reference/programs.ts';
import { listProcesses, signalAll } from '#server/testing/database/server-processes.ts';

/** The names of the two nodes of PostgreSQL, each with its Patroni. */
export const nodeNames = ['one', 'two'] as const;
export type NodeName = (typeof nodeNames)[number];

const cluster = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});

/** A PostgreSQL with its Patroni, as one machine has them. */
export class DatabaseNode {
  readonly name: NodeName;
  readonly #folder: string;
  readonly #variables: Variables;
  #patroni: Program | undefined;

  constructor(name: NodeName, variables: Variables) {
    this.name = name;
    this.#folder = String(variables['FOLDER']);
    this.#variables = variables;
  }

  /** Starts Patroni, which starts PostgreSQL. */
  async start(): Promise<void> {
    const config = join(this.#folder, `patroni-${this.name}.yml`);
    await writeFile(config, await deployedFile('patroni.yml', this.#variables));
    this.#patroni = startProgram(findProgram('patroni', 'patroni'), [config], { user: owner });
  }

  /** Kills both at once, as the power of the machine would. */
  async kill(): Promise<void> {
    const processes = this.#postgresProcesses();
    await this.#patroni?.end('SIGKILL');
    signalAll(processes, 'SIGKILL');
  }

  /** Kills only Patroni, and starts it again: PostgreSQL keeps running. */
  async restartPatroni(): Promise<void> {
    await this.#patroni?.end('SIGKILL');
    await this.start();
  }

  /**
   * Returns whether Patroni, as the leader, repeats that another one has the key of the synchronous
   * standby: 3.0 can leave it with the former leader that stood still (docs/operations/update.md
   * says what to do).
   */
  lacksSyncKey(): boolean {
    // Patroni prints four lines every two seconds.
    const latest = this.output().split('\n').slice(-40);
    return latest.filter((line) => line.includes('key updated by someone else')).length > 5;
  }

  /** Deletes that key in etcd, so that the leader writes it again. */
  async deleteSyncKey(): Promise<void> {
    const key = Buffer.from('/service/portal/sync').toString('base64');
    const url = `http://127.0.0.1:${this.#variables['ETCD_PORT']}/v3/kv/deleterange`;
    await fetch(url, { method: 'POST', body: JSON.stringify({ key }) });
  }

  /** Stops both, as on an unreachable machine, until {@link thaw}. */
  freeze(): void {
    signalAll([this.#patroni?.pid ?? 0, ...this.#postgresProcesses()], 'SIGSTOP');
  }

  thaw(): void {
    signalAll([...this.#postgresProcesses(), this.#patroni?.pid ?? 0], 'SIGCONT');
  }

  /** Returns whether Patroni says that this is the primary. */
  async isPrimary(): Promise<boolean> {
    return (await this.#call('/primary').catch(() => undefined))?.status === 200;
  }

  /** Returns the members of the cluster as Patroni knows them. */
  async members() {
    const response = await this.#call('/cluster').catch(() => undefined);
    return response?.ok ? cluster.parse(await response.json()).members : [];
  }

  /** Lets another node become the primary in the place of this one. */
  async switchOver(candidate: NodeName): Promise<void> {
    const body = JSON.stringify({ leader: this.name, candidate });
    const response = await this.#call('/switchover', { method: 'POST', body });
    if (!response.ok) throw new Error(`No switchover: ${await response.text()}`);
  }

  /** Returns the id of PostgreSQL’s first process; undefined: it does not run. */
  postgresId(): number | undefined {
    return this.#postgresProcesses()[0];
  }

  output(): string {
    return this.#patroni?.output() ?? '';
  }

  async #call(path: string, init: RequestInit = {}): Promise<Response> {
    const url = `http://127.0.0.1:${this.#variables['PATRONI_PORT']}${path}`;
    return fetch(url, { signal: AbortSignal.timeout(30_000), ...init });
  }

  /** Returns the ids of PostgreSQL’s processes: the first, then those that it started. */
  #postgresProcesses(): number[] {
    try {
      const file = join(this.#folder, `postgresql-${this.name}`, 'postmaster.pid');
      const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
      return listProcesses(first);
    } catch {
      return [];
    }
  }
}

/** Resolves once there are a primary and a synchronous standby; rejects after two minutes. */
export async function bothInSync(nodes: readonly DatabaseNode[]): Promise<void> {
  let isDeleted = false;
  await until('a primary and a synchronous standby', async () => {
    const lacking = nodes.find((each) => each.lacksSyncKey());
    if (lacking && !isDeleted) {
      isDeleted = true;
      console.log(`Patroni of ${lacking.name} lacks the key of the standby: deleted`);
      await lacking.deleteSyncKey();
    }
    const known = await Promise.all(nodes.map(async (node) => node.members()));
    return known.every((members) => {
      const roles = members.map(({ role, state }) => `${role} ${state}`);
      return (
        roles.includes('leader running') && roles.some((role) => role.startsWith('sync_standby'))
      );
    });
  });
}

/** Resolves once a condition holds; rejects after two minutes. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await wait(100))
    if (await isSo().catch(() => false)) return;
  throw new Error(`Waited for two minutes for ${what}.`);
}
